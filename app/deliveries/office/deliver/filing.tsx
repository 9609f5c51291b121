import { type DocumentCategory, defaultFundName, documentCategories } from '../../../documents/documents.ts'
import { filingFields as fields } from '../../../documents/filing-fields.ts'
import { useFunds } from '../../../documents/investor/use-funds.ts'
import { Field, SelectField } from '../../../shell/ui/field.tsx'
import { documentWords, type NamedPeriods, usualPeriod } from '../../deliveries.ts'
import style from './deliver.module.css'

/** How documents are filed: their names are made of it. */
export type FilingValues = { category: DocumentCategory; word: string; period: string; fund: string }

/** @returns how documents of a category are usually filed */
export const filingAs = (category: DocumentCategory, periods: NamedPeriods, fund = defaultFundName): FilingValues => ({
  category,
  word: documentWords[category],
  period: usualPeriod(category, periods),
  fund,
})

type FilingProps = { filing: FilingValues; periods: NamedPeriods; onChange: (filing: FilingValues) => void }

/** What the documents are, from which their names are made. */
export function Filing({ filing, periods, onChange }: FilingProps) {
  const { category, word, period, fund } = filing
  const funds = useFunds()
  return (
    <section className={`stack start gap-3 ${style.part}`} aria-labelledby="filing">
      <h2 id="filing">Filing</h2>
      <div className={`stack full gap-3 ${style.filing}`}>
        <SelectField
          label={fields.category.label}
          name="category"
          value={category}
          onChange={({ target }) => onChange(filingAs(target.value as DocumentCategory, periods, fund))}
        >
          {documentCategories.map(name => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField
          label={fields.period.label}
          name="period"
          value={period}
          onChange={({ target }) => onChange({ ...filing, period: target.value })}
        >
          <option value="">None: the file keeps its name</option>
          {(['quarters', 'months', 'years'] as const).map(kind => (
            <optgroup key={kind} label={{ quarters: 'Quarters', months: 'Months', years: 'Years' }[kind]}>
              {periods[kind].map(name => (
                <option key={name}>{name}</option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        {period && (
          <Field
            label={fields.word.label}
            name="word"
            placeholder={documentWords[category]}
            value={word}
            {...fields.word.attributes}
            onChange={({ target }) => onChange({ ...filing, word: target.value })}
          />
        )}
        {funds.length > 1 ? (
          <SelectField
            label={fields.fund.label}
            name="fund"
            value={fund}
            onChange={({ target }) => onChange({ ...filing, fund: target.value })}
          >
            {funds.map(name => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name="fund" value={fund} />
        )}
      </div>
    </section>
  )
}
