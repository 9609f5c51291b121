import { parentPort } from 'node:worker_threads'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
// Gives pdf.js its worker in this thread, instead of a module that it would load from the file system.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

/* The thread of `readPdfText`: posts the text of each page of one PDF; undefined if it can't be read. */

/** Most pages read; evidence is shorter. */
const mostPages = 300

parentPort?.once('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await textOfPages(bytes).catch(() => undefined))
})

async function textOfPages(bytes: Uint8Array): Promise<string[] | undefined> {
  const loading = getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
  })
  try {
    const document = await loading.promise
    if (document.numPages > mostPages) return undefined
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      pages.push([...text, ...filledFields(await page.getAnnotations())].join(' '))
      page.cleanup()
    }
    return pages
  } finally {
    await loading.destroy()
  }
}

/** @returns filled form fields, each after its name: the page's text omits them */
function filledFields(annotations: readonly Record<string, unknown>[]): string[] {
  return annotations.flatMap(({ fieldValue, fieldName, alternativeText }) =>
    typeof fieldValue === 'string' && fieldValue !== ''
      ? [`\n${[alternativeText, fieldName].filter(name => typeof name === 'string').join(' ')} ${fieldValue}`]
      : [],
  )
}
