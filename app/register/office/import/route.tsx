import { useState } from 'react'
import { href, useActionData } from 'react-router'
import type { Command } from '../../../../rules/commands/command.ts'
import { formatCents } from '../../../../rules/money.ts'
import { grouped } from '../../../../rules/number.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../../shell/actions/answer.ts'
import { useAction } from '../../../shell/actions/use-action.ts'
import { useFocusOnError } from '../../../shell/actions/use-focus-on-error.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandFields, isAtField } from '../../../shell/commands/command-fields.tsx'
import { serverContext } from '../../../shell/context.ts'
import counted from '../../../shell/office/counted-page.module.css'
import { ListHead } from '../../../shell/office/list-head.tsx'
import linkStyle from '../../../shell/office/person-link.module.css'
import { requireAdministrator } from '../../../shell/portal/require-actor.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { checkImportCommand, requestImportCommand } from '../../register.commands.ts'
import type { ImportCheck } from '../../server/import/register-import.ts'
import { Figures } from '../figures.tsx'
import style from '../register.module.css'
import type { Route } from './+types/route'
import { Differences, KnownHolders, NewHolders, NewNotes, Problems } from './check-lists.tsx'

/** Only administrators import. */
export function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return null
}

/** POST: compares a file of notes with their schedules, or requests its import. */
export const action = commandActions([checkImportCommand, requestImportCommand], {
  after: {
    [requestImportCommand.name]: (_, { form }): ImportAnswer => ({
      notice: requestImportCommand.notice,
      filename: (form.get('file') as File).name,
    }),
  },
})

/** What the page answers to a file. */
interface ImportAnswer extends CommandAnswer {
  check?: ImportCheck
  filename?: string
}

/** Brings existing notes with their paid history into the register: first a comparison, which changes nothing. */
export default function ImportPage() {
  const answered = useActionData() as ImportAnswer | undefined
  const { say, ...notice } = useNotice()
  const [isOther, setOther] = useState(false)
  /** What the file that is chosen was checked for: it stays where its import is refused. */
  const [checked, setChecked] = useState<ImportAnswer>()
  const { Form, answer, busy, sentIntent } = useAction<ImportAnswer>(answer => {
    setOther(false)
    if (answer.check || answer.notice || answer.error?.code === 'IMPORT_CHANGED') setChecked(answer)
    if (answer.notice) say(answer.notice)
  })
  const shown = answer ?? answered
  const form = useFocusOnError(shown)
  const { check, filename = '' } = isOther ? {} : (checked ?? shown ?? {})
  return (
    <div className={`${counted.page} ${style.page}`}>
      <ListHead title="Import notes" count="">
        <Button size="small" href={href('/profile/register/:file', { file: 'template.csv' })}>
          Template
        </Button>
        <Button size="small" href={href('/profile/register/:file', { file: 'sample.csv' })}>
          Sample
        </Button>
      </ListHead>
      <p className={style.about}>
        For notes that the fund has issued before, with what was paid on them: one row for each note, one for each
        payment. Every payment is compared with the note’s schedule, to the cent and to the day. Checking a file changes
        nothing; importing it takes a second person, who sees the differences too.
      </p>
      {shown?.notice && (
        <p role="status">
          The import of {shown.filename} is pending under{' '}
          <Link to={href('/profile/admin/approvals')} className={linkStyle.link}>
            Approvals
          </Link>
          . Nothing is in the register until then.
        </p>
      )}
      <Form
        ref={form}
        method="post"
        action={href('/profile/admin/register/import')}
        encType="multipart/form-data"
        className={`stack gap-4 ${style.form}`}
      >
        <ActionFields />
        <CommandFields
          command={requestImportCommand}
          answer={shown}
          fields={{
            file: {
              onChange() {
                setOther(true)
                setChecked(undefined)
              },
            },
            sha256: check ? check.sha256 : null,
            ...(!(check?.newNotes.length && canRequest(check)) && { reason: null }),
          }}
        />
        <Banner of={shown}>{!busy && shown && !isAtField(shown) && shown.error?.message}</Banner>
        <div className="cluster center gap-3-4">
          <CheckOrAsk
            command={checkImportCommand}
            variant={canRequest(check) ? 'quiet' : 'primary'}
            sent={sentIntent}
          />
          {canRequest(check) && (
            <CheckOrAsk
              command={requestImportCommand}
              variant="primary"
              sent={sentIntent}
              {...(check &&
                check.differences.length > 0 && { button: 'Submit import with these differences for approval' })}
            />
          )}
        </div>
      </Form>
      {check && <Result check={check} filename={filename} />}
      <Notice {...notice} />
    </div>
  )
}

type CheckOrAskProps = { command: Command; variant: 'primary' | 'quiet'; sent: unknown; button?: string }

function CheckOrAsk({ command, variant, sent, button = command.button }: CheckOrAskProps) {
  const { name, busy } = command
  return (
    <Button variant={variant} type="submit" name="intent" value={name} busy={sent === name} busyLabel={busy}>
      {button}
    </Button>
  )
}

function canRequest(check: ImportCheck | undefined): boolean {
  return check !== undefined && check.problems.length === 0
}

/** What an import would do, and what speaks against it. */
function Result({ check, filename }: { check: ImportCheck; filename: string }) {
  const { notes, newHolders, holders, knownHolders, payments, principal, paid, problems, differences } = check
  return (
    <section className={style.section} aria-label={`What ${filename} has`}>
      <h2>{filename}</h2>
      <p role="status">{verdictOn(check)}</p>
      <Figures
        figures={[
          ['Principal', formatCents(principal)],
          ['Notes', grouped(notes)],
          ['New holders', grouped(newHolders)],
          ['Payments', grouped(payments)],
          ['Paid so far', formatCents(paid)],
        ]}
      />
      <Problems problems={problems} />
      <NewNotes notes={check.newNotes} from={check.newFrom} />
      <NewHolders holders={holders} />
      <KnownHolders holders={knownHolders} />
      <Differences differences={differences} />
    </section>
  )
}

function verdictOn({ problems, differences }: ImportCheck): string {
  if (problems.length > 0)
    return problems.length === 1
      ? 'One row can’t be imported, so nothing can. Correct it, then check the file again.'
      : `${grouped(problems.length)} rows can’t be imported, so nothing can. Correct them, then check the file again.`
  if (differences.length > 0)
    return 'The file can be imported. Where the history differs from the schedule, the ledger will show what was paid, and what is still owed.'
  return 'Every payment is the schedule’s, to the cent and to the day.'
}
