import { evidencePerPerson, evidenceSearched, evidenceTime, evidenceWaiting } from '../../../rules/limits.ts'
import { CostlyWork } from '../../../server/access/costly-work.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { StoredFile } from '../../documents/server/stored-files.ts'
import { openStoredFile } from '../../downloads/server/serve-zip.ts'
import { readPdfText } from '../../file-checks/server/pdf-text.ts'
import { namesOneOf } from '../names.ts'
import { pagesWithSocialSecurityNumbers } from '../ssn.ts'
import { showsTaxForm } from '../tax-forms.ts'

/** What the text of evidence shows. */
export interface Searched {
  /** With full Social Security numbers. */
  ssn_pages: number[]
  /** Whether at least one page has text. */
  is_searched: boolean
  /** The others, such as scanned ones, from 1. */
  unsearched_pages: number[]
  shows_tax_form: boolean
  /** Whether it names its subject; null where it couldn't be searched. */
  names_holder: boolean | null
}

/**
 * @param names of the possible subjects of the evidence
 * @param pages as `readPages`
 */
export function searchedFor(names: readonly string[], pages: string[] | undefined): Searched {
  if (!pages)
    return { ssn_pages: [], is_searched: false, unsearched_pages: [], shows_tax_form: false, names_holder: null }
  return {
    ssn_pages: pagesWithSocialSecurityNumbers(pages),
    is_searched: true,
    unsearched_pages: pages.flatMap((text, index) => (text.trim() === '' ? [index + 1] : [])),
    shows_tax_form: showsTaxForm(pages),
    names_holder: namesOneOf(names, pages.join(' ')),
  }
}

const reading = new CostlyWork('evidence read', {
  atOnce: 1,
  waiting: evidenceWaiting,
  perHour: evidencePerPerson,
  time: evidenceTime,
  code: 'EVIDENCE_BUSY',
})

/**
 * @param left aborted when the person who adds it leaves
 * @returns the text of each page; undefined where the file isn't a PDF, is too large to be searched, or has no readable text
 * @throws PortalError EVIDENCE_GONE; EVIDENCE_BUSY where too much is read already, or was by this person
 */
export async function readPages(file: StoredFile, personId: string, left: AbortSignal): Promise<string[] | undefined> {
  if (file.file_type !== 'pdf' || file.file_size > evidenceSearched) return undefined
  return reading.run(personId, left, async canceled => {
    const pages = await readPdfText(await bytesOf(file), canceled)
    return pages?.some(text => text.trim() !== '') ? pages : undefined
  })
}

async function bytesOf(file: StoredFile): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await openStoredFile(file)
  if (!stored) throw new PortalError('EVIDENCE_GONE')
  await using content = stored
  const bytes = new Uint8Array(file.file_size)
  let at = 0
  for await (const chunk of content) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
