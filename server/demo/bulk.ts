import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { matchDocuments } from '../../app/bulk-delivery/server/match-documents.ts'
import { startBatch } from '../../app/bulk-delivery/server/start-batch.ts'
import { fund } from '../../content/fund.ts'
import { partsOf } from '../../rules/days.ts'
import { putInStorage, uploadRow } from '../sample/documents.ts'
import { sampleFont } from '../sample/printed.ts'
import { insertOf } from '../sample/rows.ts'
import type { Filling } from './filling.ts'

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
  const filename = `${word}s ${year}.pdf`
  const columns = { id: randomUUID(), user_id: desk.id, filename, marks: [], created_at: new Date() }
  const upload = uploadRow(columns, bytes)
  await putInStorage(String(upload.file_path), bytes)
  await owner.query(insertOf('uploads', upload))
  const split = { mode: 'pages', pages: '1' }
  return startBatch(desk, { id: randomUUID(), files: [upload.id], split, category: 'Notices', word, period: year })
}

async function printed(pages: readonly string[][], year: string): Promise<Buffer<ArrayBuffer>> {
  const pdf = new PDFDocument({ autoFirstPage: false, size: 'LETTER', margin: 72, font: sampleFont })
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
