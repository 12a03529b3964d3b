extension Planner {
  /// The entries to set: those that were asked for, also under the names that QuickTime has for the same.
  var metadataEntries: [MetadataEntry] {
    guard request.metadata == .keep else { return request.metadataEntries }
    return request.metadataEntries.flatMap { entry in
      let twins = Self.twins[entry.key.lowercased()] ?? []
      let present = source.metadata.keys.filter { key in twins.contains(key.lowercased()) }
      return [entry] + present.sorted().map { MetadataEntry($0, entry.value) }
    }
  }

  /// What would contradict an entry that is set.
  private static let twins: [String: [String]] = [
    MetadataEntry.creationTime: ["com.apple.quicktime.creationdate"],
    "location": ["com.apple.quicktime.location.iso6709", "location-eng"],
  ]
}
