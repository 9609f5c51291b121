import { useEffect, useState } from 'react'
import { useAction } from '../../../shell/actions/use-action.ts'
import { placeFieldCommand, removeFieldCommand } from '../../envelope.commands.ts'
import { type EnvelopeField, inch } from '../../envelopes.ts'

/** A field that the office placed, which it can change. */
export type PlacedField = EnvelopeField & { id: string }

const hasId = (field: EnvelopeField): field is PlacedField => field.id !== undefined

/** @param points @returns such as '2.25' */
export const inInches = (points: number) => String(Number((points / inch).toFixed(3)))

type Edits = ReadonlyMap<string, PlacedField>

/**
 * The fields of a draft as they are being changed. A change is saved as soon as the field is released, one after the other.
 * @param saved as the server has them
 */
export function usePlacedFields(saved: readonly EnvelopeField[]) {
  const [edits, setEdits] = useState<Edits>(new Map())
  const [isHeld, setHeld] = useState(false)
  const [refused, setRefused] = useState<Edits>()
  const saving = useAction(({ error }) => error && setRefused(edits))
  const removing = useAction()
  const { send, busy } = saving
  const fields = saved.filter(hasId)
  useEffect(() => {
    if (busy || isHeld || edits.size === 0 || edits === refused) return
    const [unsaved] = fields.flatMap(field => {
      const edit = edits.get(field.id)
      return edit && !isSame(edit, field) ? [edit] : []
    })
    if (unsaved) send(toForm(unsaved))
    else setEdits(new Map())
  })
  const removed = removing.sent?.get('field')
  return {
    fields: fields.filter(({ id }) => id !== removed).map(field => edits.get(field.id) ?? field),
    change: (field: PlacedField) => setEdits(now => new Map([...now, [field.id, field]])),
    hold: setHeld,
    remove: ({ id }: PlacedField) => removing.send({ intent: removeFieldCommand.name, field: id }),
    /** Tries again to save what was refused. */
    retry: () => setRefused(undefined),
    /** Leaves the fields as the server has them. */
    revert: () => setEdits(new Map()),
    isSaving: busy || removing.busy,
    problem: edits === refused && edits.size > 0 ? saving.answer?.error : removing.answer?.error,
  }
}

const isSame = (one: PlacedField, other: PlacedField) =>
  (['page', 'x', 'y', 'width', 'height'] as const).every(each => one[each] === other[each])

function toForm({ id, turn, what, page, x, y, width, height }: PlacedField) {
  return {
    ...{ intent: placeFieldCommand.name, field: id, turn: String(turn), what, page: String(page) },
    ...{ left: inInches(x), top: inInches(y), width: inInches(width), height: inInches(height) },
  }
}
