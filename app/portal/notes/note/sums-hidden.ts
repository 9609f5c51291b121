/** The key of `localStorage` for hiding amounts on note sheets in this browser. */
const key = 'note-sheet:without-sums'

/** @returns whether amounts were hidden on the last sheet in this browser */
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
    // Without storage, the choice isn't remembered.
  }
}
