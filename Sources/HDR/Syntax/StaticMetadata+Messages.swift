internal import Media

extension StaticMetadata {
  /// Whether a message of a type is one of those that these values are read from and written as.
  static func owns(_ message: SEIMessage) -> Bool {
    switch message.type {
    case SEIMessage.Kind.masteringDisplay, SEIMessage.Kind.contentLight, SEIMessage.Kind.preferredTransfer,
      SEIMessage.Kind.ambientViewing:
      true
    default: false
    }
  }

  /// Takes what a message says, when it is one of these and whole.
  mutating func take(_ message: SEIMessage) {
    switch message.type {
    case SEIMessage.Kind.masteringDisplay:
      masteringDisplay = MasteringDisplay(payload: message.payload) ?? masteringDisplay
    case SEIMessage.Kind.contentLight:
      contentLight = ContentLightLevel(payload: message.payload) ?? contentLight
    case SEIMessage.Kind.preferredTransfer:
      preferredTransfer = TransferCharacteristics(payload: message.payload) ?? preferredTransfer
    case SEIMessage.Kind.ambientViewing:
      ambientViewing = AmbientViewingEnvironment(payload: message.payload) ?? ambientViewing
    default: break
    }
  }

  /// The messages that say this, in the order of their types.
  var messages: [SEIMessage] {
    var messages: [SEIMessage] = []
    if let masteringDisplay, !masteringDisplay.isUnknown {
      messages.append(SEIMessage(type: SEIMessage.Kind.masteringDisplay, payload: masteringDisplay.payload))
    }
    if let contentLight {
      messages.append(SEIMessage(type: SEIMessage.Kind.contentLight, payload: contentLight.payload))
    }
    if let preferredTransfer {
      messages.append(SEIMessage(type: SEIMessage.Kind.preferredTransfer, payload: preferredTransfer.payload))
    }
    if let ambientViewing {
      messages.append(SEIMessage(type: SEIMessage.Kind.ambientViewing, payload: ambientViewing.payload))
    }
    return messages
  }
}
