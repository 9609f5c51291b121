import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { countOf, grouped } from '../../../../rules/number.ts'
import { OptionList } from '../../../people/office/managing/option-list.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FieldFrame } from '../../../shell/ui/field.tsx'
import { sendDeliveryCommand } from '../../delivery.commands.ts'
import type { Recipient } from '../../server/recipients.ts'
import style from './deliver.module.css'
import { RecipientPicker } from './recipient-picker.tsx'
import { RecipientText } from './recipient-text.tsx'
import { groupsOf, isList, readList, suggest } from './recipients.ts'

const { to } = sendDeliveryCommand.fields

type Props = {
  all: readonly Recipient[]
  chosen: readonly Recipient[]
  onAdd: (recipients: readonly Recipient[]) => void
  onRemove: (keys: readonly string[]) => void
  /** The problem with the selected recipients. */
  error: string | undefined
  field: Ref<HTMLInputElement>
}

/**
 * Chooses recipients: typed (an editable combobox with a list, ARIA authoring practices: arrows move, Enter chooses, Escape
 * closes), pasted as a list of names, everyone who has something in common, or from the list of all.
 */
export function RecipientField({ all, chosen, onAdd, onRemove, error, field }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [said, setSaid] = useState('')
  const [picks, setPicks] = useState(false)
  const keys = new Set(chosen.map(({ key }) => key))
  const options = open ? suggest(all, typed, keys) : []

  const add = (recipients: readonly Recipient[], rest = '') => {
    const added = recipients.filter(({ key }) => !keys.has(key))
    onAdd(added)
    setTyped(rest)
    setActive(0)
    setOpen(rest !== '')
    const unknown = rest && ` Not found, or not only one: ${rest}.`
    setSaid(
      added.length === 1
        ? `Added ${added[0]?.name}.${unknown}`
        : `Added ${countOf(added.length, 'recipient')}.${unknown}`,
    )
  }
  const take = (text: string): boolean => {
    const { found, rest } = readList(all, text)
    if (found.length > 0) add(found, rest)
    return found.length > 0
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) setActive((active + step + options.length) % options.length)
    else if (event.key === 'Enter') {
      const option = options[active]
      if (option && !isList(typed)) add([option])
      else if (typed.trim() && !take(typed)) setSaid(`No one found for “${typed.trim()}”.`)
    } else if (event.key === 'Escape' && open) setOpen(false)
    else if (event.key === 'Backspace' && !typed && chosen.length > 0) onRemove([chosen.at(-1)?.key ?? ''])
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    if (isList(text) && take(text)) event.preventDefault()
  }
  return (
    <div className="stack full gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only reacts to focus leaving */}
      <div
        className={style.combobox}
        onBlur={event => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      >
        <FieldFrame label={to.label} hint={to.hint} error={error}>
          {wiring => (
            <input
              {...wiring}
              ref={field}
              type="text"
              role="combobox"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              aria-expanded={options.length > 0}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
              onChange={event => {
                setTyped(event.target.value)
                setActive(0)
                setOpen(true)
                setSaid('')
              }}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
          )}
        </FieldFrame>
        <OptionList
          id={id}
          label="Suggested recipients"
          options={options}
          keyOf={({ key }) => key}
          isSelected={(_, index) => index === active}
          active={options.length > 0 ? active : -1}
          onActivate={setActive}
          onChoose={index => add(options.slice(index, index + 1))}
          hidden={options.length === 0}
        >
          {option => <RecipientText recipient={option} />}
        </OptionList>
      </div>
      <p role="status" className={style.said}>
        {said}
      </p>
      <div className="cluster gap-2">
        {groupsOf(all).map(({ label, members }) => (
          <Button key={label} size="small" onClick={() => add(members)}>
            {label} ({grouped(members.length)})
          </Button>
        ))}
        <Button size="small" onClick={() => setPicks(true)}>
          Pick from the list
        </Button>
      </div>
      <Chosen chosen={chosen} onRemove={onRemove} />
      {picks && (
        <RecipientPicker
          all={all}
          chosen={keys}
          onClose={() => setPicks(false)}
          onChoose={picked => {
            setPicks(false)
            onRemove([...keys].filter(key => picked.every(each => each.key !== key)))
            add(picked)
          }}
        />
      )}
    </div>
  )
}

/** Those chosen are shown up to this number; all of them on demand. */
const few = 12

function Chosen({ chosen, onRemove }: Pick<Props, 'chosen' | 'onRemove'>) {
  const [isWhole, setWhole] = useState(false)
  if (chosen.length === 0) return null
  const shown = isWhole ? chosen : chosen.slice(0, few)
  return (
    <div>
      <p className={style.count} role="status">
        {countOf(chosen.length, 'recipient')}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets */}
      <ul role="list" aria-label="Chosen recipients" className={`plain-list cluster gap-2 ${style.chosen}`}>
        {shown.map(({ key, name }) => (
          <li key={key}>
            {name}
            <button type="button" aria-label={`Remove ${name}`} onClick={() => onRemove([key])}>
              ×
            </button>
          </li>
        ))}
      </ul>
      {chosen.length > 1 && (
        <div className="cluster gap-2">
          {chosen.length > few && (
            <Button size="small" variant="link" onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : `Show all ${grouped(chosen.length)}`}
            </Button>
          )}
          <Button size="small" variant="link" onClick={() => onRemove(chosen.map(({ key }) => key))}>
            Remove all
          </Button>
        </div>
      )}
    </div>
  )
}
