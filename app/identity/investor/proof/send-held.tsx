import { Button } from '../../../shell/ui/button.tsx'
import { Field } from '../../../shell/ui/field.tsx'
import type { HeldForm } from './held-form.ts'
import style from './proof-form.module.css'

/** Submits a held form to its original address, with the fields to fill in again. */
export function SendHeld({ form: { fields, again }, to }: { form: HeldForm; to: string }) {
  const hasFile = again.some(({ isFile }) => isFile)
  return (
    <form
      method="post"
      action={to}
      className={`stack start gap-4 ${style.proof}`}
      {...(hasFile && { encType: 'multipart/form-data' })}
    >
      {fields.map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a form may have a field twice, and never changes here
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      {again.map(({ name, isFile }) => (
        <Field
          key={name}
          label={isFile ? 'Choose the file again' : 'Enter the number or code again'}
          name={name}
          type={isFile ? 'file' : 'text'}
          autoComplete="off"
          required
        />
      ))}
      <Button type="submit" variant="primary">
        Continue
      </Button>
    </form>
  )
}
