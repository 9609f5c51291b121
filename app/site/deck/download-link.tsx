import type { Pictures } from '../../../content/deck-types.ts'
import { Button } from '../../shell/ui/button.tsx'
import { fileSize } from '../../shell/ui/file-size.ts'

/** A link to the PDF of the pages, with its page count and size. */
export function DownloadLink({
  pictures: { pdf, pdfSize, pages, version },
  name,
}: {
  pictures: Pictures
  name: string
}) {
  return (
    <p>
      <Button variant="link" href={`${pdf}?v=${version}`} download>
        Download {name} (PDF, {pages.length > 1 && `${pages.length} pages, `}
        {fileSize(pdfSize)})
      </Button>
    </p>
  )
}
