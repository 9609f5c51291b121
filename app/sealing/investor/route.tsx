import { useEffect, useRef } from 'react'
import { fund } from '../../../content/fund.ts'
import { formatDay } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import { ActionFields } from '../../shell/actions/action-fields.tsx'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandFields, isAtField } from '../../shell/commands/command-fields.tsx'
import { useCommandForm } from '../../shell/commands/command-form.tsx'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import { pageMeta } from '../../site/meta.ts'
import { checkFileCommand } from '../check-file.commands.ts'
import type { FileVerdict } from '../server/check-file.ts'
import style from './verify-page.module.css'
import '../../shell/styles/layout.css'

interface VerdictAnswer extends CommandAnswer {
  verdict?: FileVerdict
}

/** POST: checks a file, which is neither stored nor logged. */
export const action = commandActions([checkFileCommand], {
  byDefault: checkFileCommand.name,
  run: {
    'seal.check_file': async ({ client, operations }, values): Promise<VerdictAnswer> => ({
      // By its name, the page knows it where it runs no scripts.
      command: checkFileCommand.name,
      verdict: await operations.checkFile(client, values),
    }),
  },
})

export const meta = () => [
  ...pageMeta(
    'Check a signed document',
    `Find out whether ${fund.name} sealed a PDF, and whether it was changed since.`,
  ),
  { name: 'robots', content: 'noindex' },
]

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** A page for anyone with a file: who sealed it, and whether a byte was changed. It works without scripts. */
export default function Verify() {
  const command = checkFileCommand
  const { Form, shown, busy } = useCommandForm<VerdictAnswer>(command)
  const verdict = busy ? undefined : shown?.verdict
  const result = useRef<HTMLElement>(null)
  useEffect(() => {
    if (verdict) result.current?.focus()
  }, [verdict])
  return (
    <div className={classes('wrap', 'columns', style.page)}>
      <header className={`first-4 ${style.head}`}>
        <h1>Check a signed document</h1>
        <p>
          Documents signed here carry a seal. Choose a PDF to find out whether it’s from {fund.name}, and whether a byte
          was changed since it was sealed.
        </p>
        <p className="quiet">We check the file and forget it. It isn’t stored, and we don’t log what’s in it.</p>
      </header>
      <div className="from-6 stack gap-6">
        <Form method="post" encType="multipart/form-data" className="stack gap-5 start">
          <ActionFields intent={command.name} />
          <CommandFields command={command} answer={shown} />
          <Banner of={shown}>{!busy && shown && !isAtField(shown) && shown.error?.message}</Banner>
          <Button type="submit" variant="primary" busy={busy} busyLabel={command.busy}>
            {command.button}
          </Button>
        </Form>
        {verdict && (
          <section
            ref={result}
            tabIndex={-1}
            className={classes('stack gap-3', style.verdict)}
            aria-labelledby="verdict"
          >
            <Verdict verdict={verdict} />
          </section>
        )}
      </div>
    </div>
  )
}

const others: Record<Exclude<FileVerdict['is'], 'ours' | 'foreign'>, [title: string, text: string]> = {
  'not a PDF': ['This isn’t a PDF', 'Choose the file as you received it. A scan, a photo or a Word file has no seal.'],
  encrypted: ['This PDF is encrypted', 'Our sealed documents never have a password. Someone has made this file again.'],
  'no seal': ['This PDF has no seal', 'It may be a printout, or a document that was never signed here.'],
  changed: ['This PDF was changed', 'It has a seal, but its bytes aren’t those that were sealed. Don’t rely on it.'],
}

function Verdict({ verdict }: { verdict: FileVerdict }) {
  if (verdict.is !== 'ours' && verdict.is !== 'foreign') {
    const [title, text] = others[verdict.is]
    return (
      <>
        <h2 id="verdict">{title}</h2>
        <p>{text}</p>
        {verdict.is === 'changed' && <Call />}
      </>
    )
  }
  const { appended } = verdict
  if (verdict.is === 'foreign')
    return (
      <>
        <h2 id="verdict">Sealed by someone else</h2>
        <p>
          The seal’s certificate is in the name of “{verdict.by}”, and isn’t one of ours. Anyone can make a certificate
          in any name, so this doesn’t show who sealed it.
        </p>
        <Appended bytes={appended} />
      </>
    )
  const { isKnown, sealedAt, time, inForceFrom, inForceUntil, revokedSince } = verdict
  return (
    <>
      <h2 id="verdict">
        {revokedSince
          ? 'Sealed with a certificate that can’t be relied on'
          : appended > 0
            ? `Sealed by ${fund.name}, then added to`
            : `Sealed by ${fund.name}, unchanged`}
      </h2>
      {revokedSince && (
        <p>
          <strong>Someone else may have had the key of this certificate since {formatDay(revokedSince)}.</strong> No
          independent time stamp shows that this seal is older.{' '}
          {isKnown ? 'Our records have this very file.' : 'Our records don’t have this file: don’t rely on it.'}
        </p>
      )}
      <p>
        {sealedAt ? (
          <>
            We sealed it on <FormattedDate date={sealedAt} time />.{' '}
          </>
        ) : null}
        No byte of what was sealed has changed.
        {inForceUntil && (
          <>
            {' '}
            {sealedAt ? 'We used its certificate' : 'It was sealed with a certificate that we used'} from{' '}
            <FormattedDate date={inForceFrom} /> to <FormattedDate date={inForceUntil} />.
          </>
        )}
        {time && (
          <>
            {' '}
            An independent time stamp says <FormattedDate date={time} time />.
          </>
        )}
      </p>
      <Appended bytes={appended} />
      {!isKnown && !revokedSince && <p>The seal is ours, but our records don’t have this file.</p>}
      {(!isKnown || revokedSince) && <Call />}
    </>
  )
}

function Appended({ bytes }: { bytes: number }) {
  if (bytes === 0) return null
  return (
    <p>
      <strong>{countOf(bytes, 'byte')} were added after the seal,</strong> which can change what a reader shows. Rely on
      the document as it was sealed: ask for the original.
    </p>
  )
}

function Call() {
  return (
    <p>
      Questions? Call <a href={`tel:${fund.phoneDial}`}>{fund.phone}</a>.
    </p>
  )
}
