/// What libFuzzer calls with each input. A property that doesn't hold ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func runInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: data, count: count))
  if let fault = PictureProperties.fault(with: input) {
    print(fault)
    preconditionFailure(fault)
  }
  return 0
}
