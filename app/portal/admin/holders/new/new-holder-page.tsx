import { href } from 'react-router'
import { memberRights } from '../../../../../rules/holders.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useFocusOnError } from '../../../../actions/use-focus-on-error.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, SelectField } from '../../../../ui/field.tsx'
import { Options } from '../../../../ui/options.tsx'
import { PageName } from '../../page-name.tsx'
import { HolderFields } from '../holder-fields.tsx'
import { type HolderAnswer, refusalAt } from '../holder-form.ts'
import style from '../holders.module.css'

type Props = {
  email: string | undefined
  name: string | undefined
  canKeepNumbers: boolean
  answered: HolderAnswer | undefined
}

const { viewer: _, ...acting } = memberRights

/** A form for a new name on the register, and the first person who acts for it. */
export function NewHolderPage({ email, name, canKeepNumbers, answered }: Props) {
  const { Form, answer, busy } = useAction<HolderAnswer>()
  const form = useFocusOnError(answer)
  const shown = answer ?? answered
  const { errors, banner } = refusalAt(shown)
  const typed = answered?.typed
  return (
    <section aria-labelledby="new-holder">
      <header className={style.head}>
        <PageName name="New holder" id="new-holder" />
      </header>
      <Form ref={form} method="post" action={href('/profile/admin/holders/new')} className={style.form}>
        <ActionFields intent="create" />
        <HolderFields canKeepNumbers={canKeepNumbers} typed={typed} errors={errors} />
        <fieldset>
          <legend>Authorized people</legend>
          <p className={`${style.quiet} ${style.wide}`}>
            {name
              ? `${name} sees its notes and documents.`
              : 'An accepted person, who then sees its notes and documents.'}{' '}
            Others can be added afterward, which takes a second person.
          </p>
          <Field
            label="E-mail"
            type="email"
            name="email"
            defaultValue={typed?.email ?? email}
            error={errors.email}
            autoComplete="off"
            required
          />
          <SelectField label="As" name="right" defaultValue={typed?.right ?? 'owner'}>
            <Options of={acting} />
          </SelectField>
        </fieldset>
        <Banner of={shown}>{banner}</Banner>
        <div className={style.buttons}>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Adding…">
            Add holder
          </Button>
          <Button to={href('/profile/admin/holders')} variant="link">
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  )
}
