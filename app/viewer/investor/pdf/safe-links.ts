import { LinkTarget, PDFLinkService } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'
import { urlOf } from '../../../../rules/url.ts'

const allowedProtocols = ['https:', 'mailto:']

/** pdf.js's links, with external ones limited to safe protocols and opened in a tab without access to this one. */
export class SafeLinks extends PDFLinkService {
  constructor({ eventBus }: { eventBus: unknown }) {
    super({ eventBus, externalLinkTarget: LinkTarget.BLANK, externalLinkRel: 'noopener noreferrer nofollow' } as never)
  }

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    if (!allowedProtocols.includes(urlOf(url)?.protocol ?? '')) {
      link.removeAttribute('href')
      link.title = 'For your safety, this link can’t be opened here'
      return
    }
    super.addLinkAttributes(link, url, true)
  }
}
