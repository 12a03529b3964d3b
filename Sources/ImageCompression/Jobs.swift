// Errors, policies and locations of results are part of a request and a report, whatever is compressed.
@_exported public import Jobs
