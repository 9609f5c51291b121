import { useEffect, useRef, useState } from 'react'
import { SettingsSection } from '../../../settings/investor/settings-section.tsx'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { SelectField } from '../../../shell/ui/field.tsx'
import { placeFieldCommand, removeFieldCommand } from '../../envelope.commands.ts'
import { fieldKinds } from '../../envelopes.ts'
import { usualBox } from '../../places.ts'
import type { OfficeEnvelope } from '../../server/envelope.ts'
import style from '../envelopes.module.css'
import { PageSheet, whereOf } from './page-sheet.tsx'
import { inInches, type PlacedField, usePlacedFields } from './use-placed-fields.ts'

type Props = { envelope: OfficeEnvelope; onNotice: (notice: string) => void }

/** Where signatures go: fields on the pages as they are drawn, and by numbers, which works without scripts. */
export function PlacesSection({ envelope, onNotice }: Props) {
  const { id, pages, signers } = envelope
  const hydrated = useHydrated()
  const placed = usePlacedFields(envelope.fields)
  const [number, setNumber] = useState(pages.length)
  const [chosenId, choose] = useState<string>()
  const sheet = useRef<HTMLDivElement>(null)
  const chosen = placed.fields.find(field => field.id === chosenId)
  const capacityOf = (turn: number) => signers.find(signer => signer.turn === turn)?.capacity ?? ''
  const turnTo = (page: number) => {
    setNumber(page)
    choose(undefined)
  }
  const focusField = (field: PlacedField | undefined) => {
    if (!field) return
    setNumber(field.page)
    choose(field.id)
    requestAnimationFrame(() => sheet.current?.querySelector<HTMLElement>(`[data-field="${field.id}"]`)?.focus())
  }
  const added = useNewest(placed.fields, focusField)
  // A field that is moved to another page by its number is shown there.
  const shownOn = chosen?.page
  useEffect(() => {
    if (shownOn) setNumber(shownOn)
  }, [shownOn])
  const size = pages[number - 1]
  return (
    <SettingsSection
      title="Fields"
      note="Optional. A signer without a signature field gets a block on a page that is added at the end when you send the envelope."
    >
      {hydrated && size && (
        <div ref={sheet} className="stack start gap-3">
          <PageChoice number={number} count={pages.length} onChoose={turnTo} />
          <PageSheet
            {...{ address: `/files/envelopes/${id}`, number, size, chosen: chosenId, capacityOf }}
            fields={placed.fields.filter(({ page }) => page === number)}
            onChoose={choose}
            onChange={placed.change}
            onHold={placed.hold}
            onRemove={placed.remove}
          />
          {placed.problem && (
            <div className="stack start gap-3">
              <Banner>{placed.problem.message}</Banner>
              <span className="cluster gap-3">
                <Button size="small" onClick={placed.retry}>
                  Save again
                </Button>
                <Button size="small" variant="link" onClick={placed.revert}>
                  Leave it as it was
                </Button>
              </span>
            </div>
          )}
          <p className="quiet small" role="status">
            {placed.isSaving ? 'Saving…' : placed.fields.length > 0 ? 'Every change is saved.' : 'No field yet.'}
          </p>
        </div>
      )}
      {placed.fields.length > 0 && (
        <ul className={`plain-list divided double ${style.events}`}>
          {placed.fields.map(field => (
            <li key={field.id}>
              <span>
                <strong>
                  {fieldKinds[field.what]}, page {field.page}
                </strong>
                <span className="block quiet small">{capacityOf(field.turn)}</span>
                <span className="block quiet small">{whereOf(field)}</span>
              </span>
              <span className="cluster center gap-3">
                {hydrated && (
                  <Button size="small" onClick={() => focusField(field)}>
                    Show
                  </Button>
                )}
                <CommandButton command={removeFieldCommand} fields={{ field: field.id }} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <CommandForm
        // Another field has other numbers to begin with.
        key={chosen ? `${chosen.id} ${whereOf(chosen)}` : number}
        command={placeFieldCommand}
        layout={style.place}
        button={chosen ? 'Save field' : 'Add field'}
        beside={
          chosen && (
            <Button variant="link" onClick={() => choose(undefined)}>
              New field
            </Button>
          )
        }
        fields={numbersOf(envelope, chosen, number)}
        onDone={notice => {
          added.current = !chosen
          focusField(chosen)
          onNotice(notice)
        }}
      />
    </SettingsSection>
  )
}

/** @returns what to set when a field is added from here: once it is there, it is focused */
function useNewest(fields: readonly PlacedField[], onNewest: (field: PlacedField | undefined) => void) {
  const isAdded = useRef(false)
  const count = useRef(fields.length)
  useEffect(() => {
    if (isAdded.current && fields.length > count.current) {
      isAdded.current = false
      onNewest(fields.at(-1))
    }
    count.current = fields.length
  })
  return isAdded
}

function PageChoice({ number, count, onChoose }: { number: number; count: number; onChoose: (page: number) => void }) {
  if (count === 1) return null
  return (
    <div className="cluster center gap-3">
      <Button size="small" aria-label="Previous page" disabled={number === 1} onClick={() => onChoose(number - 1)}>
        Previous
      </Button>
      <SelectField
        label="Page to show"
        hideLabel
        autoComplete="off"
        value={number}
        onChange={event => onChoose(Number(event.target.value))}
      >
        {Array.from({ length: count }, (_, at) => at + 1).map(page => (
          <option key={page} value={page}>
            Page {page} of {count}
          </option>
        ))}
      </SelectField>
      <Button size="small" aria-label="Next page" disabled={number === count} onClick={() => onChoose(number + 1)}>
        Next
      </Button>
    </div>
  )
}

/** What the form of a field begins with: the chosen field, or a usual place on the page. */
function numbersOf({ pages, signers }: OfficeEnvelope, chosen: PlacedField | undefined, number: number) {
  const page = pages[number - 1] ?? { width: 612, height: 792 }
  const usual = { ...usualBox, width: Math.min(usualBox.width, Math.floor(page.width)) }
  const { x, y, width, height } = chosen ?? {
    ...usual,
    x: Math.min(72, Math.floor(page.width - usual.width)),
    y: Math.min(648, Math.floor(page.height - usual.height)),
  }
  return {
    field: chosen?.id ?? '',
    turn: {
      defaultValue: chosen?.turn,
      children: signers.map(({ turn, capacity }) => (
        <option key={turn} value={turn}>
          {capacity}
        </option>
      )),
    },
    what: { defaultValue: chosen?.what },
    page: String(chosen?.page ?? number),
    ...{ left: inInches(x), top: inInches(y), width: inInches(width), height: inInches(height) },
  }
}
