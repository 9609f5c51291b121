import { administrators } from '../../../tests/attacks/doors/actors.ts'
import { type AddressRow, at, form, row, toSignIn } from '../../../tests/attacks/doors/address-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'
import { newNote as newHeldNote, newMaturingNote } from '../../holdings/tests/holding-doors.ts'
import { fileNoteDocumentCommand, removeNoteDocumentCommand } from '../../notes/note.commands.ts'
import { newBankBalance, newBankLine, newExplainedLine, newNoteDocument } from '../../notes/tests/note-doors.ts'
import { newHolder } from './register-doors.ts'
import { newFiling, newNote, nextDay } from './register-office-doors.ts'

const register = '/profile/admin/register'
const notePath = async (world: World) => ({ path: `${register}/notes/${await newNote(world)}` })

/** The office's register of notes. */
export const registerOfficeAddresses: AddressRow[] = [
  row(`GET ${register}`, administrators('sees', '403', toSignIn), async world => {
    await newNote(world)
    return { path: `${register}?show=all&q=${mark}` }
  }),
  ...['changes', 'due', 'maturities', 'sales'].map(page =>
    row(`GET ${register}/${page}`, administrators('sees', '403', toSignIn), async world => {
      await newHeldNote(world)
      await newMaturingNote(world)
      return { path: `${register}/${page}` }
    }),
  ),
  ...[
    'journal?from=2025-12-15&to=2025-12-15',
    'interest?year=2026',
    'payments?year=2026',
    'tie-out?on=2026-06-30',
    'accrual?on=2026-05-20',
  ].map(page =>
    row(`GET ${register}/${page.split('?')[0]}`, administrators('sees', '403', toSignIn), async world => {
      await newHeldNote(world)
      return { path: `${register}/${page}` }
    }),
  ),
  at(`GET ${register}/roll-forward`, administrators('200', '403', toSignIn)),
  at(`GET ${register}/forecast`, administrators('200', '403', toSignIn)),
  form(`POST ${register}/sales filing.record`, async world => {
    await newNote(world)
    return { offering: 'Notes', what: 'amendment', day: nextDay(), receipt: mark }
  }),
  form(`POST ${register}/sales filing.withdraw`, async world => ({
    filing: await newFiling(world),
  })),
  form(`POST ${register}/journal journal.export`, async world => {
    await newHeldNote(world)
    return { from: '2025-12-15', to: '2025-12-15', format: 'csv', again: 'yes' }
  }),
  at(`GET ${register}/balance`, administrators('200', '403', toSignIn)),
  at(`GET ${register}/import`, administrators('200', '403', toSignIn)),
  row(`GET ${register}/bank`, administrators('sees', '403', toSignIn), async world => ({
    path: `${register}/bank?list=${(await newBankLine(world)).list}`,
  })),
  row(`GET ${register}/reconciliation`, administrators('sees', '403', toSignIn), async world => {
    await newBankBalance(world)
    return { path: `${register}/reconciliation?on=2026-06-14` }
  }),
  form(`POST ${register}/reconciliation bank.enter_balance`, () => ({
    ...{ day: '2026-06-13', balance: '1.00', other: '1.00', words: mark },
  })),
  form(`POST ${register}/reconciliation bank.explain_difference`, async world => ({
    statement: await newBankBalance(world),
    words: mark,
  })),
  row(`GET ${register}/notes/new`, administrators('sees', '403', toSignIn), async world => ({
    path: `${register}/notes/new?for=${await newHolder(world)}`,
  })),
  row(`GET ${register}/notes/:id`, administrators('sees', '403', toSignIn), notePath),
  row(`GET ${register}/notes/:id/edit`, administrators('sees', '403', toSignIn), async world => ({
    path: `${(await notePath(world)).path}/edit`,
  })),
  row('GET /profile/register/:file', administrators('sees', '403', toSignIn), async world => {
    await newHeldNote(world)
    return { path: '/profile/register/sales.csv' }
  }),
  form(`POST ${register}/notes/new note.draft`, async world => ({
    at: `${register}/notes/new?for=${await newHolder(world)}`,
    confirmed: 'on',
    principal: '200000',
    term_months: '12',
    payout: 'monthly',
    day_count: '30/360',
    convention: 'following',
  })),
  form(`POST ${register}/notes/:id/edit note.change_draft`, async world => ({
    at: `${(await notePath(world)).path}/edit`,
    confirmed: 'on',
    principal: '300000',
    term_months: '24',
    payout: 'quarterly',
    day_count: '30/360',
    convention: 'following',
  })),
  form(`POST ${register}/notes/:id note.signature`, async world => ({
    at: (await notePath(world)).path,
    userId: world.owner.id,
    signedOn: '2026-01-02',
  })),
  form(`POST ${register}/notes/:id note.cancel_draft`, async world => ({
    at: (await notePath(world)).path,
    reason: 'withdrawn',
  })),
  ...[fileNoteDocumentCommand, removeNoteDocumentCommand].map(({ name }) =>
    form(`POST ${register}/notes/:id ${name}`, async world => {
      const id = await newNote(world)
      const { owner } = world.portal
      const { rows } = await owner.query('select holder_id from notes where id = $1', [id])
      const document = await newNoteDocument(world, rows[0].holder_id)
      if (name === removeNoteDocumentCommand.name)
        await owner.query('insert into note_papers (note_id, document_id, filed_by) values ($1, $2, $3)', [
          ...[id, document, world.owner.id],
        ])
      return { at: `${register}/notes/${id}`, document }
    }),
  ),
  form(`POST ${register}/bank bank.reopen_line`, async world => ({
    line: (await newExplainedLine(world)).line,
  })),
  form(`POST ${register}/bank bank.remove_list`, async world => ({
    list: (await newBankLine(world)).list,
    confirmed: '1',
  })),
]
