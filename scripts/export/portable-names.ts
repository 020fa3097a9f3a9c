/** The names that Windows keeps for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\.|$)/i

/** Says why a system refuses a file's path, or `undefined` if all take it. */
export function refusalOf(path: string): string | undefined {
  for (const name of path.split('/')) {
    const [sign] = /[<>:"|?*\\]/.exec(name) ?? []
    if (sign !== undefined) return `Windows refuses ${sign} in a file's name`
    if ([...name].some((letter) => letter < ' ')) return "Windows refuses control characters in a file's name"
    if (/[. ]$/.test(name)) return 'Windows drops the dot or space at the end of the name'
    const [reserved] = device.exec(name) ?? []
    if (reserved !== undefined) return `Windows keeps the name ${reserved} for a device`
  }
  return undefined
}

/** Creates a function that returns the earlier path which is the same name as a path on macOS or Windows, or the path itself again. */
export function createNameClaims(): (path: string) => string | undefined {
  const claimed = new Map<string, string>()
  return (path) => {
    // Upper case first, because it makes one of letters such as `ß` and `ss`, as file systems do of fewer letters.
    const name = path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
    const earlier = claimed.get(name)
    if (earlier === undefined) claimed.set(name, path)
    return earlier
  }
}
