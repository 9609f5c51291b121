import { useEffect } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { SelectField } from '../../ui/field.tsx'
import type { FilingChoices } from '../admin/holders/filing.ts'
import { useReading } from '../use-reading.ts'

/** The documents' category and holder; nothing if the fund doesn't use the register. */
export function FilingFields({ documents }: { documents: readonly PortalDocument[] }) {
  const { load, data } = useReading<FilingChoices>()
  const [first] = documents
  const owner = documents.every(({ user_id }) => user_id === first?.user_id) ? first?.user_id : undefined
  useEffect(() => {
    if (owner) load(withQuery(href('/profile/filing'), { user: owner }))
  }, [load, owner])
  if (!data || data.categories.length === 0) return null
  const category = documents.every(each => each.category === first?.category) ? first?.category : ''
  return (
    <>
      <SelectField label="Category" name="category" defaultValue={category}>
        <option value="">As it is</option>
        {data.categories.map(each => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {data.holders.length > 0 && (
        <SelectField
          label="Holder"
          hint="Only the holder’s authorized people will see it."
          name="holder_id"
          defaultValue="keep"
        >
          <option value="keep">As it is</option>
          <option value="none">None: their own</option>
          {data.holders.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}
