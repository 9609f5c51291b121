import { useId } from 'react'
import { filenameBytes } from '../../../../rules/limits.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import { fileSize } from '../../../shell/ui/file-size.ts'
import { Progress } from '../../../shell/ui/progress.tsx'
import { stemOf } from '../../deliveries.ts'
import type { Recipient } from '../../server/recipients.ts'
import style from './deliver.module.css'
import { FirstPage } from './first-page.tsx'
import type { DeliveryFile } from './use-delivery-files.ts'

type Props = {
  file: DeliveryFile
  /** What its documents are called. */
  name: string
  onName: (name: string) => void
  recipients: readonly Recipient[]
  /** Keys of recipients who don't get it. */
  without: ReadonlySet<string>
  /** Undefined where everyone gets everything: there is but one file. */
  onToggle: ((key: string) => void) | undefined
  onRemove: () => void
  onRetry: () => void
}

/** A file of a delivery: its first page, what it will be called, and who gets it. */
export function FileCard({ file: item, name, onName, recipients, without, onToggle, onRemove, onRetry }: Props) {
  const heading = useId()
  const { file } = item
  const getting = recipients.filter(({ key }) => !without.has(key))
  return (
    <li className={`stack gap-5 pad-4 ${style.card}`} aria-labelledby={heading}>
      <FirstPage file={file} />
      <div className={`stack top gap-2 ${style.what}`}>
        <h3 id={heading}>{file.name}</h3>
        <Arrival item={item} />
        <div className="cluster gap-2">
          {item.error && item.canRetry && (
            <Button size="small" onClick={onRetry} aria-label={`Retry ${file.name}`}>
              Retry
            </Button>
          )}
          <Button size="small" variant="link" onClick={onRemove} aria-label={`Remove ${file.name}`}>
            Remove
          </Button>
        </div>
        <Field
          label={
            <>
              Name of the document <span className="visually-hidden">for {file.name}</span>
            </>
          }
          value={name}
          maxLength={filenameBytes}
          onChange={event => onName(event.target.value)}
          onBlur={event => !event.target.value.trim() && onName(stemOf(file.name))}
          autoComplete="off"
        />
        <Getting getting={getting} recipients={recipients} onToggle={onToggle} of={file.name} />
      </div>
    </li>
  )
}

function Arrival({ item: { file, upload, progress, isOffline, error } }: { item: DeliveryFile }) {
  if (error)
    return (
      <p className={`small danger medium ${style.problem}`} role="alert">
        {error.message}
      </p>
    )
  if (upload) return <p className={style.about}>{fileSize(file.size)}</p>
  return (
    <>
      <Progress label={`Uploading ${file.name}`} hideLabel value={progress} />
      {isOffline && <p className={style.about}>No connection. It goes on by itself once you’re back online.</p>}
    </>
  )
}

/** Names that are written out; the others are counted. */
const named = 3

type GettingProps = Pick<Props, 'recipients' | 'onToggle'> & { getting: readonly Recipient[]; of: string }

function Getting({ getting, recipients, onToggle, of }: GettingProps) {
  if (recipients.length === 0) return <p className={style.about}>No recipients yet.</p>
  const names = getting.slice(0, named).map(({ name }) => name)
  const more = getting.length - names.length
  const words =
    getting.length === 0
      ? 'No recipients'
      : `Goes to ${names.join('; ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`
  if (!onToggle) return <p className={`small breakable ${style.getting}`}>{words}</p>
  return (
    <details className={`small breakable ${style.getting}`}>
      <summary>{words}</summary>
      <fieldset>
        <legend className="visually-hidden">Who gets {of}</legend>
        <p className={style.about}>
          {grouped(getting.length)} of {countOf(recipients.length, 'recipient')}
        </p>
        {recipients.map(({ key, name }) => (
          <label key={key}>
            <input type="checkbox" checked={getting.some(each => each.key === key)} onChange={() => onToggle(key)} />
            {name}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
