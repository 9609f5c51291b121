import { type ReactNode, useId } from 'react'
import choiceStyle from '../../shell/ui/choice-list.module.css'
import fieldStyle from '../../shell/ui/field.module.css'
import { useMendedError } from '../../shell/ui/use-mended-error.ts'
import style from './answers-form.module.css'

interface Props<Value extends string> {
  legend: ReactNode
  name: string
  /** Of the option that is chosen. */
  value: string
  options: readonly { value: Value; words: ReactNode }[]
  onChange: (value: Value) => void
  required?: boolean
  error: string | undefined
}

/** One of several, each with its explanation. A problem is shown below the question, and describes it. */
export function Choices<Value extends string>({
  legend,
  name,
  value,
  options,
  onChange,
  required,
  error: answered,
}: Props<Value>) {
  const { error, onInput } = useMendedError(answered)
  const id = useId()
  const focused = options.some(option => option.value === value) ? value : options[0]?.value
  return (
    <fieldset
      className={`stack shrink ${choiceStyle.choices} ${style.choices}`}
      onInput={onInput}
      aria-describedby={error && id}
    >
      <legend>{legend}</legend>
      <p className={fieldStyle.error} id={id} aria-live="polite">
        {error}
      </p>
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            required={required}
            data-problem={answered && option.value === focused ? '' : undefined}
          />
          <span>{option.words}</span>
        </label>
      ))}
    </fieldset>
  )
}
