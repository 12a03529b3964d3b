internal import CFFmpeg

/// An `AVDictionary`: options on their way into a function, or tags on their way out.
@safe struct Options: ~Copyable {
  var handle: OpaquePointer?

  init(_ values: [String: String] = [:]) {
    unsafe handle = nil
    for (key, value) in values { unsafe av_dict_set(&handle, key, value, 0) }
  }

  deinit {
    var handle = unsafe handle
    unsafe av_dict_free(&handle)
  }

  /// The keys that a function left because it didn't know them.
  var remaining: [String] { unsafe Array(Self.values(of: handle).keys) }

  /// Copies a dictionary that someone else owns.
  static func values(of dictionary: OpaquePointer?) -> [String: String] {
    var result: [String: String] = [:]
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while true {
      unsafe entry = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
      guard let found = unsafe entry else { return result }
      unsafe result[String(cString: found.pointee.key)] = unsafe String(cString: found.pointee.value)
    }
  }
}

extension Options {
  /// Writes values into a dictionary that someone else owns.
  static func set(_ values: [String: String], in dictionary: inout OpaquePointer?) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) { unsafe av_dict_set(&dictionary, key, value, 0) }
  }
}
