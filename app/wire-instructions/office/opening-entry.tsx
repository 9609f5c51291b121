import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { CommandForm, useCommandForm } from '../../shell/commands/command-form.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { WireOpening } from '../server/wire-versions.ts'
import { closeWireCommand, recordReadBackCommand, showWordsCommand } from '../wire.commands.ts'
import style from './wire.module.css'

const page = href('/profile/admin/wire-instructions')

type Props = { opening: WireOpening; onDone: (notice: string) => void }

/** A holder that sees the wire instructions: the call, and how often it was viewed. */
export function OpeningEntry({ opening, onDone }: Props) {
  const { id, holder, noteId, reference, openedAt, openedBy, closedAt, readBack, views } = opening
  return (
    <li className={`stack gap-3 ${style.entry}`}>
      <h3 className="breakable">
        <Link to={href('/profile/admin/holders/:id', { id: holder.id })}>{holder.name}</Link>,{' '}
        {noteId ? <Link to={href('/profile/admin/register/notes/:id', { id: noteId })}>{reference}</Link> : reference}
      </h3>
      <p className="small breakable">
        Since <FormattedDate date={openedAt} time />
        {openedBy && `, by ${openedBy}`}
        {closedAt && (
          <>
            . Closed on <FormattedDate date={closedAt} time />
          </>
        )}
        .{' '}
        {readBack && (
          <>
            Read back by phone to {readBack.with} on <FormattedDate date={readBack.at} time />
            {readBack.by && `, by ${readBack.by}`}.
          </>
        )}
      </p>
      {!closedAt && (
        <>
          {!readBack && <ReadBack opening={opening} onDone={onDone} />}
          <CommandForm command={closeWireCommand} form={id} action={page} size="small" onDone={onDone}>
            <input type="hidden" name="opening" value={id} />
          </CommandForm>
        </>
      )}
      <p>
        {views === 0 ? (
          'Not viewed yet'
        ) : (
          <Link to={`${withQuery(page, { opening: id })}#views`}>
            {views === 1 ? 'Viewed once' : `Viewed ${views} times`}
          </Link>
        )}
      </p>
    </li>
  )
}

/** The call to the investor at the number on file: the words first, then the instructions, digit by digit. */
function ReadBack({ opening: { id, reference }, onDone }: Props) {
  const { Form, busy, shown } = useCommandForm<CommandAnswer & { words?: string }>(showWordsCommand, { form: id })
  return (
    <>
      <Form method="post" action={page} className="cluster baseline gap-3">
        <ActionFields intent={showWordsCommand.name} />
        <input type="hidden" name="opening" value={id} />
        <input type="hidden" name="form" value={id} />
        <output className="strong breakable">{shown?.words}</output>
        {!shown?.words && (
          <Button
            type="submit"
            size="small"
            busy={busy}
            busyLabel={showWordsCommand.busy}
            aria-label={`${showWordsCommand.button} of ${reference}`}
          >
            {showWordsCommand.button}
          </Button>
        )}
        <span className="quiet">Say them when you call the investor at the number on file. Each view is logged.</span>
        <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
      </Form>
      <CommandForm command={recordReadBackCommand} form={id} action={page} size="small" onDone={onDone}>
        <input type="hidden" name="opening" value={id} />
      </CommandForm>
    </>
  )
}
