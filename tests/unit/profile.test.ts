import { expect, test } from 'vitest'
import { changedFields, originalFieldName } from '../../rules/profile.ts'

function form(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a profile form reports the fields that were changed in it, and no others', () => {
  const loaded = { [originalFieldName('full_name')]: 'Iris', [originalFieldName('organization')]: 'Vestor & Co' }
  expect(changedFields(form({ full_name: 'Iris', organization: 'Vestor & Co', ...loaded }))).toEqual({})
  expect(changedFields(form({ full_name: 'Iris V.', organization: 'Vestor & Co', ...loaded }))).toEqual({
    full_name: 'Iris V.',
  })
  expect(changedFields(form({ full_name: 'Iris', organization: '', ...loaded }))).toEqual({ organization: '' })
  // Without the original values, every field in the form counts as changed.
  expect(changedFields(form({ full_name: 'Iris' }))).toEqual({ full_name: 'Iris' })
})
