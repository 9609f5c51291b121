import type { Command } from '../../../rules/commands/command.ts'
import {
  agreeFirstPaymentCommand,
  cancelNoteCommand,
  fileNoteDocumentCommand,
  fundNoteCommand,
  removeNoteDocumentCommand,
  reverseFundingCommand,
  signNoteCommand,
} from '../../../rules/notes/note.commands.ts'
import * as paymentCommands from '../../../rules/notes/payment.commands.ts'
import { administrators } from './actors.ts'
import { type AddressDoor, at, form, noSession, row, signInFirst, toSignIn } from './address-door.ts'
import { newNote as newHeldNote, newMaturingNote } from './holding-doors.ts'
import { newBankBalance, newBankLine, newExplainedLine, newNoteDocument } from './note-doors.ts'
import { newHolder } from './register-doors.ts'
import { newFiling, newNote, nextDay } from './register-office-doors.ts'
import { typedInto } from './typed-into.ts'
import { mark, type World } from './world.ts'

const register = '/profile/admin/register'
const notePath = async (world: World) => ({ path: `${register}/notes/${await newNote(world)}` })

/** Commands about a draft that isn't ready for them: an administrator hears why not. */
const early = (commands: readonly Command[], statuses: Readonly<Record<string, string>>) =>
  commands.map(command =>
    form(
      `POST ${register}/notes/:id ${command.name}`,
      administrators(statuses[command.name] ?? '409', '403', signInFirst),
      async world => ({ at: (await notePath(world)).path, ...typedInto(command) }),
    ),
  )

/** The office's register of notes. */
export const registerOfficeAddresses: AddressDoor[] = [
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
  form(`POST ${register}/sales filing.record`, administrators('changes', '403', signInFirst), async world => {
    await newNote(world)
    return { offering: 'Notes', what: 'amendment', day: nextDay(), receipt: mark }
  }),
  form(`POST ${register}/sales filing.withdraw`, administrators('changes', '403', signInFirst), async world => ({
    filing: await newFiling(world),
  })),
  form(`POST ${register}/journal journal.export`, administrators('changes', '403', signInFirst), async world => {
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
  form(`POST ${register}/reconciliation bank.enter_balance`, administrators('changes', '403', signInFirst), () => ({
    ...{ day: '2026-06-13', balance: '1.00', other: '1.00', words: mark },
  })),
  form(
    `POST ${register}/reconciliation bank.explain_difference`,
    administrators('changes', '403', signInFirst),
    async world => ({
      statement: await newBankBalance(world),
      words: mark,
    }),
  ),
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
  form(`POST ${register}/notes/new note.draft`, administrators('changes', '403', noSession), async world => ({
    at: `${register}/notes/new?for=${await newHolder(world)}`,
    confirmed: 'on',
    principal: '200000',
    term_months: '12',
    payout: 'monthly',
    day_count: '30/360',
    convention: 'following',
  })),
  form(
    `POST ${register}/notes/:id/edit note.change_draft`,
    administrators('changes', '403', noSession),
    async world => ({
      at: `${(await notePath(world)).path}/edit`,
      confirmed: 'on',
      principal: '300000',
      term_months: '24',
      payout: 'quarterly',
      day_count: '30/360',
      convention: 'following',
    }),
  ),
  form(`POST ${register}/notes/:id note.signature`, administrators('changes', '403', signInFirst), async world => ({
    at: (await notePath(world)).path,
    userId: world.owner.id,
    signedOn: '2026-01-02',
  })),
  form(`POST ${register}/notes/:id note.cancel_draft`, administrators('changes', '403', signInFirst), async world => ({
    at: (await notePath(world)).path,
    reason: 'withdrawn',
  })),
  ...[fileNoteDocumentCommand, removeNoteDocumentCommand].map(({ name }) =>
    form(`POST ${register}/notes/:id ${name}`, administrators('changes', '403', signInFirst), async world => {
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
  ...early([signNoteCommand, fundNoteCommand, cancelNoteCommand, reverseFundingCommand, agreeFirstPaymentCommand], {}),
  ...early(Object.values(paymentCommands), {
    'ledger.reverse': '404',
    'note.transfer': '404',
    'election.accept': '404',
  }),
  form(`POST ${register}/due due.record`, administrators('400', '403', noSession), () => ({})),
  form(`POST ${register}/bank bank.add_list`, administrators('400', '403', noSession), () => ({})),
  form(`POST ${register}/bank bank.reopen_line`, administrators('changes', '403', noSession), async world => ({
    line: (await newExplainedLine(world)).line,
  })),
  form(`POST ${register}/bank bank.attach_page`, administrators('400', '403', noSession), async world => ({
    list: (await newBankLine(world)).list,
    document: await world.newDocument(),
  })),
  form(`POST ${register}/bank bank.remove_list`, administrators('changes', '403', noSession), async world => ({
    list: (await newBankLine(world)).list,
    confirmed: '1',
  })),
  form(`POST ${register}/bank bank.confirm_lines`, administrators('400', '403', noSession), () => ({})),
  form(`POST ${register}/import register.check_import`, administrators('400', '403', noSession), () => ({})),
  form(`POST ${register}/import register.import`, administrators('400', '403', noSession), () => ({ sha256: '' })),
]
