import { useId } from 'react'
import { nameLength } from '../../../rules/limits.ts'
import { useFunds } from '../../documents/investor/use-funds.ts'
import { Field, SelectField } from '../../shell/ui/field.tsx'
import { ChooseFiles } from './choose-files.tsx'
import style from './upload-area.module.css'
import { uploadRule } from './upload-rule.ts'

type Props = {
  /** The owner's name, unless that is the reader. */
  forName: string | undefined
  /** The fund that files are added to. */
  fund: string
  /** May type the name of a new fund. */
  canNameFund: boolean
  onFund: (fund: string) => void
  onFiles: (files: File[]) => void
}

/** The area to choose files and their fund. Dropping them works anywhere on the page. */
export function UploadArea({ forName, fund, canNameFund, onFund, onFiles }: Props) {
  const funds = useFunds()
  const list = useId()
  return (
    <section className={style.area} aria-label="Upload documents">
      <div className={style.words}>
        <p className="strong breakable">
          <span className={style.drop}>
            {forName ? `Drop files here for ${forName}, or choose them` : 'Drop files here, or choose them'}
          </span>
          <span className={style.touch}>
            {forName ? `Choose files for ${forName}` : 'Choose files, or take a photo'}
          </span>
        </p>
        <p className="quiet lining">{uploadRule}</p>
      </div>
      {canNameFund ? (
        <div className={style.fund}>
          <Field
            label="Fund"
            list={list}
            value={fund}
            onChange={({ target }) => onFund(target.value)}
            onFocus={({ target }) => target.select()}
            maxLength={nameLength}
            autoComplete="off"
          />
          <datalist id={list}>
            {funds.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
      ) : (
        funds.length > 1 && (
          <SelectField label="Fund" className={style.fund} value={fund} onChange={({ target }) => onFund(target.value)}>
            {funds.map(name => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )
      )}
      <ChooseFiles variant="quiet" onFiles={onFiles} />
    </section>
  )
}
