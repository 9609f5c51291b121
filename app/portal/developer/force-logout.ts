/**
 * Ends the session regardless of the server's answer, clears everything this browser stores for the site, and loads the
 * home page. Only the server's answer can delete the session cookie, so this waits for it, but no longer than
 * `timeoutMs`.
 */
export async function forceLogout(timeoutMs: number): Promise<void> {
  const attempt = async (work: () => unknown) => {
    try {
      await work()
    } catch (problem) {
      console.error('Force logout: this step failed; continuing', problem)
    }
  }
  await attempt(() =>
    fetch('/api/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ scope: 'local' }),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  )
  await attempt(() => localStorage.clear())
  await attempt(() => sessionStorage.clear())
  await attempt(async () => {
    for (const name of await caches.keys()) await caches.delete(name)
  })
  await attempt(async () => {
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name)
  })
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
  }
  location.replace('/')
}
