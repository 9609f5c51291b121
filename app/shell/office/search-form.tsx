import { type ComponentProps, createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { searchDelay } from '../../../rules/limits.ts'
import { Button } from '../ui/button.tsx'
import { Field, SelectField } from '../ui/field.tsx'
import { Options } from '../ui/options.tsx'

type Values = Readonly<Record<string, string | undefined>>

export type SearchFormProps = {
  label: string
  className?: string
  /** The list's address. */
  action: string
  /** The current address's values; the fields of these names follow it, for example after going back. */
  values: Values
  /** `no` omits it from print. */
  'data-print'?: 'no'
  children: ReactNode
}

const ValuesContext = createContext<Values>({})

/**
 * A form that filters a list through its address: while typing with scripts, by a button without. Empty fields are
 * omitted from the address.
 */
export function SearchForm({ label, className, action, values, children, ...rest }: SearchFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { location: loading } = useNavigation()
  const elsewhere = useRef(false)
  const requested = useRef('')
  // A search must not override a link that was followed meanwhile.
  elsewhere.current = loading !== undefined && loading.pathname + loading.search !== requested.current
  useEffect(() => () => clearTimeout(timer.current), [])

  // Except the focused field: there the address follows the field. Only when the address changes: a list that reloads
  // meanwhile doesn't undo a choice that the address is about to follow.
  const current = JSON.stringify(values)
  useEffect(() => {
    const values: Values = JSON.parse(current)
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      if (field !== document.activeElement) field.value = values[field.name] ?? ''
    }
  }, [current])

  const search = () => {
    clearTimeout(timer.current)
    if (!form.current || elsewhere.current) return
    const typed = [...new FormData(form.current)].map(([name, value]) => [name, String(value).trim()] as const)
    const query = new URLSearchParams(typed.filter(([, value]) => value).map(entry => [...entry]))
    requested.current = query.size > 0 ? `${action}?${query}` : action
    navigate(requested.current, { replace: true, preventScrollReset: true })
  }
  return (
    <search aria-label={label} {...rest}>
      <form
        ref={form}
        method="get"
        action={action}
        className={className}
        onSubmit={event => {
          event.preventDefault()
          search()
        }}
        onChange={({ target }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(search, (target as Element) instanceof HTMLSelectElement ? 0 : searchDelay)
        }}
      >
        <ValuesContext value={values}>{children}</ValuesContext>
        <noscript>
          <Button type="submit" size="small">
            Search
          </Button>
        </noscript>
      </form>
    </search>
  )
}

/** A field for search words; only screen readers get its label, unless one is given. */
export function SearchField({ label, name = 'q', ...field }: Partial<ComponentProps<typeof Field>>) {
  return (
    <Field
      label={label ?? 'Search'}
      hideLabel={!label}
      type="search"
      name={name}
      autoComplete="off"
      defaultValue={use(ValuesContext)[name]}
      {...field}
    />
  )
}

type ChoiceFieldProps = Pick<ComponentProps<typeof SelectField>, 'label' | 'hideLabel'> & {
  name: string
  /** The label of the unfiltered choice. */
  all?: string
  options: ComponentProps<typeof Options>['of']
}

/** A choice that filters the list. */
export function ChoiceField({ name, all, options, ...field }: ChoiceFieldProps) {
  return (
    <SelectField name={name} defaultValue={use(ValuesContext)[name]} {...field}>
      {all && <option value="">{all}</option>}
      <Options of={options} />
    </SelectField>
  )
}

/** A day that filters the list. */
export function DayField({
  name,
  ...field
}: Pick<ComponentProps<typeof Field>, 'label' | 'required'> & { name: string }) {
  return <Field type="date" name={name} defaultValue={use(ValuesContext)[name]} {...field} />
}
