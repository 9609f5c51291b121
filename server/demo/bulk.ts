import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { matchDocuments } from '../../app/bulk-delivery/server/match-documents.ts'
import { startBatch } from '../../app/bulk-delivery/server/start-batch.ts'
import { mimeTypes } from '../../app/documents/documents.ts'
import { partsOf } from '../../app/notes/days.ts'
import { fund } from '../../content/fund.ts'
import { storage } from '../storage/storage.ts'
import type { Filling } from './filling.ts'
import { letterFont } from './letter-font.ts'

const word = 'Year-end letter'

/**
 * A bulk delivery awaiting review: one PDF with a letter to each holder, mostly matched by number, one only by a name,
 * and with an extra page.
 */
export async function addBatch({ owner, desk, today }: Filling): Promise<void> {
  const { rows: before } = await owner.query('select id, state, round from paper_batches where word = $1', [word])
  const [existing] = before
  const id = existing?.id ?? (await upload({ owner, desk, today }))
  const { rows } = await owner.query('select round from paper_batches where id = $1', [id])
  // The queue may be reading it, too.
  await matchDocuments({ batch: id, round: Number(rows[0].round) })
}

async function upload({ owner, desk, today }: Pick<Filling, 'owner' | 'desk' | 'today'>): Promise<string> {
  const { rows } = await owner.query('select number, legal_name as name from holders order by number')
  const year = String(partsOf(today).year - 1)
  const [first, ...others] = rows as { number: string; name: string }[]
  const letters = others.map(({ number, name }) => [name, `Holder ${number}`])
  const pages = [...letters, ['To all our lenders', ''], [first?.name ?? '', '']]
  const bytes = await printed(pages, year)
  const file_path = `${desk.id}/${Date.now()}.pdf`
  await storage().put(file_path, new Blob([bytes]).stream())
  const upload = randomUUID()
  await owner.query(
    `insert into uploads (id, user_id, uploaded_by, filename, file_type, file_size, fund_name, category, file_path, mime_type,
      sha256, marks, for_delivery, expires_at)
    values ($1, $2, $2, $3, 'pdf', $4, 'General', 'Notices', $5, $6, $7, '{}', true, now() + interval '1 day')`,
    [
      ...[upload, desk.id, `${word}s ${year}.pdf`, bytes.length, file_path, mimeTypes.pdf],
      createHash('sha256').update(bytes).digest('hex'),
    ],
  )
  const split = { mode: 'pages', pages: '1' }
  return startBatch(desk, { id: randomUUID(), files: [upload], split, category: 'Notices', word, period: year })
}

async function printed(pages: readonly string[][], year: string): Promise<Buffer<ArrayBuffer>> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'LETTER', margin: 72, font: letterFont })
  for (const [name = '', number = ''] of pages) {
    pdf.addPage().fontSize(11).text(fund.name).moveDown(3)
    pdf.text(name)
    if (number) pdf.text(number)
    pdf.moveDown(2).fontSize(18).text(`${word} ${year}`).moveDown().fontSize(11)
    pdf.text(`Thank you for lending with us in ${year}. Your statements and tax forms are in your portal.`)
  }
  pdf.end()
  return buffer(pdf)
}
