/// Wrong usage of the command line, as one line for a person.
struct UsageError: Error, Equatable {
  /// What is wrong and, where it can be told, what to write instead.
  let message: String

  /// Makes an error of a message without a full stop.
  init(_ message: String) { self.message = message }
}

extension UsageError {
  static func unknownOption(_ option: String, suggestion: String?) -> UsageError {
    UsageError("there is no option '\(option)'" + didYouMean(suggestion))
  }

  static func unknownCommand(_ command: String, suggestion: String?) -> UsageError {
    UsageError("there is no command '\(command)'" + didYouMean(suggestion))
  }

  static func looksLikeOption(file: String) -> UsageError {
    UsageError("'\(file)' is read as options; to name the file, write './\(file)' or put '--' before it")
  }

  static func missingValue(of option: String, placeholder: String) -> UsageError {
    UsageError("'\(option)' needs a value: \(option) \(placeholder)")
  }

  static func unwantedValue(of option: String) -> UsageError {
    UsageError("'\(option)' takes no value")
  }

  static func invalidValue(of option: String, _ reason: InvalidValue) -> UsageError {
    UsageError("\(option): \(reason.message)")
  }

  static func exclusive(_ first: String, _ second: String) -> UsageError {
    UsageError("'\(first)' and '\(second)' can't be used together")
  }

  static func missingOperand(_ placeholder: String) -> UsageError {
    UsageError("\(placeholder) is missing")
  }

  static func surplusOperand(_ operand: String) -> UsageError {
    UsageError("'\(operand)' is one argument too many")
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}

/// Why a text is no value of an option: the actual text and what is allowed.
struct InvalidValue: Error, Equatable {
  /// The reason, without the option's name.
  let message: String

  /// Makes a reason of a message without a full stop.
  init(_ message: String) { self.message = message }
}
