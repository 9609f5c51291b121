import type { Pictures } from '../../../content/deck-types.ts'
import { Button } from '../../ui/button.tsx'

/** A link to the PDF of the pages, with its page count and size. */
export function DownloadLink({
  pictures: { pdf, pdfSize, pages, version },
  name,
}: {
  pictures: Pictures
  name: string
}) {
  const size = pdfSize < 1e6 ? `${Math.round(pdfSize / 1000)} KB` : `${(pdfSize / 1e6).toFixed(1)} MB`
  return (
    <p>
      <Button variant="link" href={`${pdf}?v=${version}`} download>
        Download {name} (PDF, {pages.length > 1 && `${pages.length} pages, `}
        {size})
      </Button>
    </p>
  )
}
