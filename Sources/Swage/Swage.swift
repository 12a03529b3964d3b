@_exported public import Capabilities
@_exported public import ImageCompression
@_exported public import Media
@_exported public import VideoCompression
