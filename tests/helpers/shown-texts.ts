import { getDocument, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Texts as pdf.js shows them: where each begins from the top left of the page, and whether it stands upright. */
export async function shownTexts(pdf: Uint8Array, number = 1) {
  const document = await getDocument({ data: pdf.slice(), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false })
    .promise
  const page = await document.getPage(number)
  const viewport = page.getViewport({ scale: 1 })
  const { items } = await page.getTextContent()
  const texts = items.flatMap(item => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [a = 0, b = 0, , , x = 0, y = 0] = Util.transform(viewport.transform, item.transform)
    return [{ text: item.str, x, y, width: item.width, isUpright: a > 0 && Math.abs(b) < 0.001 }]
  })
  await document.loadingTask.destroy()
  return { width: viewport.width, height: viewport.height, texts }
}
