import { useState } from 'react'
import { Field, SelectField } from '../../shell/ui/field.tsx'
import { splitFields as fields } from '../document-fields.ts'
import { type SplitMode, splitModes } from '../split.ts'
import { splitWords } from '../words.ts'

const hints: Record<SplitMode, string> = {
  whole: 'Each file goes to one holder as it is.',
  pages: 'Each document has the same number of pages.',
  bookmarks: 'Each bookmark of the first level begins a document.',
  keys: 'A page with another holder’s name or number begins a document. Pages without a name stay with the one before.',
}

/** How files are split into documents. */
export function SplitFields({ mode: before, pages }: { mode: SplitMode; pages: number }) {
  const [mode, setMode] = useState(before)
  return (
    <div className="stack full gap-3">
      <SelectField
        label={fields.split.label}
        name="split"
        hint={hints[mode]}
        value={mode}
        onChange={({ target }) => setMode(target.value as SplitMode)}
      >
        {splitModes.map(each => (
          <option key={each} value={each}>
            {splitWords[each]}
          </option>
        ))}
      </SelectField>
      {mode === 'pages' ? (
        <Field label={fields.pages.label} name="pages" {...fields.pages.attributes} defaultValue={pages} />
      ) : (
        <input type="hidden" name="pages" value={pages} />
      )}
    </div>
  )
}
