import { useState } from 'react'
import { countOf } from '../../../../rules/number.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { Dialog } from '../../../shell/ui/dialog.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import type { Recipient } from '../../server/recipients.ts'
import style from './deliver.module.css'
import { RecipientText } from './recipient-text.tsx'
import { matching } from './recipients.ts'

type Props = {
  all: readonly Recipient[]
  /** Keys of the selected recipients. */
  chosen: ReadonlySet<string>
  onClose: () => void
  /** @param picked everyone who is chosen now */
  onChoose: (picked: readonly Recipient[]) => void
}

/** More rows than anyone reads; words narrow the list. */
const most = 300

/** The list of everyone who can be sent documents, to choose from. */
export function RecipientPicker({ all, chosen, onClose, onChoose }: Props) {
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState(new Set(chosen))
  const found = matching(all, words)
  const toggle = (key: string) => {
    const next = new Set(picked)
    if (!next.delete(key)) next.add(key)
    setPicked(next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Who gets the documents"
      size="palette"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onChoose(all.filter(({ key }) => picked.has(key)))}>
            Choose {countOf(picked.size, 'recipient')}
          </Button>
        </>
      }
    >
      <Field
        label="Find"
        data-autofocus
        value={words}
        autoComplete="off"
        onChange={event => setWords(event.target.value)}
      />
      <p role="status" className={style.said}>
        {found.length > most
          ? `The first ${most} of ${countOf(found.length, 'recipient')}. Type to find the others.`
          : countOf(found.length, 'recipient')}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets */}
      <ul role="list" aria-label="Recipients" className={`plain-list stack divided ${style.pick}`}>
        {found.slice(0, most).map(recipient => (
          <li key={recipient.key}>
            <label>
              <input type="checkbox" checked={picked.has(recipient.key)} onChange={() => toggle(recipient.key)} />
              <span>
                <RecipientText recipient={recipient} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
