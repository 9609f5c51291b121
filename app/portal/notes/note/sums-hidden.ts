/** The key of `localStorage` that holds whether a note's sheet hides its amounts in this browser. */
const key = 'note-sheet:without-sums'

/** @returns whether amounts were hidden when a sheet was last shown in this browser */
export function wereSumsHidden(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export function rememberSumsHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Then it is hidden again by the next press.
  }
}
