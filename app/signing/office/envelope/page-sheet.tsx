import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { usePdfPage } from '../../../viewer/investor/pdf/use-pdf-page.ts'
import { TryAgain } from '../../../viewer/investor/try-again.tsx'
import { fieldKinds, type PageSize } from '../../envelopes.ts'
import { movedBox, resizedBox } from '../../places.ts'
import style from './page-sheet.module.css'
import { inInches, type PlacedField } from './use-placed-fields.ts'

type Props = {
  /** Of the PDF. */
  address: string
  /** From 1. */
  number: number
  size: PageSize
  /** Those on this page. */
  fields: readonly PlacedField[]
  chosen: string | undefined
  capacityOf: (turn: number) => string
  onChoose: (id: string) => void
  onChange: (field: PlacedField) => void
  /** A field is being changed, or is released. */
  onHold: (isHeld: boolean) => void
  onRemove: (field: PlacedField) => void
}

/** A page as it is drawn, with its fields as boxes that are dragged, or moved by keyboard. */
export function PageSheet({ address, number, size, fields, chosen, capacityOf, ...on }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [attempt, setAttempt] = useState(0)
  const { isDrawn, failure } = usePdfPage(canvas, address, number, attempt)
  const grabbed = useRef<{ field: PlacedField; isSize: boolean; x: number; y: number }>(undefined)
  const help = useId()

  const grab = (event: PointerEvent<HTMLElement>, field: PlacedField) => {
    if (event.button !== 0) return
    const isSize = (event.target as HTMLElement).dataset.grip !== undefined
    grabbed.current = { field, isSize, x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
    on.onChoose(field.id)
    on.onHold(true)
  }
  const drag = (event: PointerEvent) => {
    if (!grabbed.current || !canvas.current) return
    const { field, isSize, x, y } = grabbed.current
    const points = size.width / canvas.current.clientWidth
    const by = { x: (event.clientX - x) * points, y: (event.clientY - y) * points }
    on.onChange((isSize ? resizedBox : movedBox)(field, by, size))
  }
  const release = () => {
    grabbed.current = undefined
    on.onHold(false)
  }
  const press = (event: KeyboardEvent, field: PlacedField) => {
    const by = directions[event.key]
    if (by && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const points = event.repeat ? quickPoints : 1
      on.onHold(true)
      on.onChange((event.shiftKey ? resizedBox : movedBox)(field, { x: by.x * points, y: by.y * points }, size))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      on.onRemove(field)
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons on a picture */}
      <div
        className={style.sheet}
        role="group"
        aria-label={`Page ${number}`}
        aria-busy={!isDrawn && !failure}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
      >
        <canvas ref={canvas} data-drawn={isDrawn ? number : undefined} />
        {!isDrawn && !failure && <p className={`quiet ${style.state}`}>Drawing page {number}…</p>}
        {failure && (
          <div className={`stack start gap-3 ${style.state}`} role="alert">
            <p>{failure.message}</p>
            <TryAgain failure={failure} size="small" onTry={() => setAttempt(attempt + 1)} />
          </div>
        )}
        {fields.map(field => (
          <button
            key={field.id}
            type="button"
            className={style.box}
            style={{
              insetInlineStart: share(field.x, size.width),
              insetBlockStart: share(field.y, size.height),
              inlineSize: share(field.width, size.width),
              blockSize: share(field.height, size.height),
            }}
            data-field={field.id}
            aria-pressed={field.id === chosen}
            aria-describedby={help}
            onFocus={() => on.onChoose(field.id)}
            onBlur={() => on.onHold(false)}
            onPointerDown={event => grab(event, field)}
            onPointerMove={drag}
            onPointerUp={release}
            onPointerCancel={release}
            onKeyDown={event => press(event, field)}
            onKeyUp={() => on.onHold(false)}
          >
            <span className={style.words}>
              {fieldKinds[field.what]}
              <span className="visually-hidden"> of {capacityOf(field.turn)}</span>
            </span>
            <span className={style.grip} data-grip="" aria-hidden="true" />
          </button>
        ))}
      </div>
      <p className="quiet small" id={help}>
        Drag a field, or its corner to resize it. With the keyboard, arrows move it, Shift and arrows resize it, and
        Delete removes it.
      </p>
      <p className="visually-hidden" role="status">
        {fields.filter(({ id }) => id === chosen).map(whereOf)}
      </p>
    </>
  )
}

/** Points that an arrow moves a box while the key is held; one when it is pressed. */
const quickPoints = 6

const directions: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`

/** @returns such as '1 in from the left, 9 in from the top, 3 by 0.25 in' */
export function whereOf({ x, y, width, height }: PlacedField): string {
  return `${inInches(x)} in from the left, ${inInches(y)} in from the top, ${inInches(width)} by ${inInches(height)} in`
}
