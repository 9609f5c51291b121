/**
 * Adds a widget's script to the page, unless it is already there (specification section 4).
 * @returns resolves when the script has loaded; rejects, and logs to the console, if it does not load
 */
export function loadScript(src: string): Promise<void> {
  if ([...document.scripts].some(script => script.src === src)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.async = true
    script.onload = () => resolve()
    script.onerror = () => {
      console.warn(`A widget's script did not load: ${src}`)
      reject(new Error(`did not load: ${src}`))
    }
    document.head.append(script)
  })
}
