import { LinkTarget, PDFLinkService } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { urlOf } from '../../../../rules/url.ts'

/** Where a link in a PDF may lead. */
const protocols = ['https:', 'mailto:']

/** Links of a PDF: within it as they are, outwards only to safe places, in a tab that knows nothing of this one. */
export class SafeLinks extends PDFLinkService {
  constructor({ eventBus }: { eventBus: unknown }) {
    super({ eventBus, externalLinkTarget: LinkTarget.BLANK, externalLinkRel: 'noopener noreferrer nofollow' } as never)
  }

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    if (!protocols.includes(urlOf(url)?.protocol ?? '')) {
      link.removeAttribute('href')
      link.title = 'For your safety, this link can’t be opened here'
      return
    }
    super.addLinkAttributes(link, url, true)
  }
}
