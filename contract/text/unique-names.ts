/**
 * Creates a function that makes names unique: it returns a name as it is or, if that is taken, with the first number that makes it
 * free. The caller takes the name.
 */
export function createUniqueNames(numbered: (name: string, number: number) => string) {
  // The number to try next for each name, because all numbers before are taken.
  const numbers = new Map<string, number>()
  return (name: string, isTaken: (candidate: string) => boolean): string => {
    for (let number = numbers.get(name) ?? 1; ; number++) {
      const candidate = number === 1 ? name : numbered(name, number)
      if (isTaken(candidate)) continue
      numbers.set(name, number + 1)
      return candidate
    }
  }
}
