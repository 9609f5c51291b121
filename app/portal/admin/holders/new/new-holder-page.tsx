import { href } from 'react-router'
import { addHolderCommand } from '../../../../../rules/holders.commands.ts'
import { memberRights } from '../../../../../rules/holders.ts'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Options } from '../../../../ui/options.tsx'
import { PageName } from '../../page-name.tsx'
import { HolderFields } from '../holder-fields.tsx'
import style from '../holders.module.css'

type Props = { email: string | undefined; name: string | undefined; canKeepNumbers: boolean }

const { viewer: _, ...acting } = memberRights

/** A form for a new name on the register, with its first member. */
export function NewHolderPage({ email, name, canKeepNumbers }: Props) {
  return (
    <section aria-labelledby="new-holder">
      <header className={`cluster baseline gap-1-4 ${style.head}`}>
        <PageName name="New holder" id="new-holder" />
      </header>
      <CommandForm
        command={addHolderCommand}
        action={href('/profile/admin/holders/new')}
        variant="primary"
        beside={
          <Button to={href('/profile/admin/holders')} variant="link">
            Cancel
          </Button>
        }
      >
        {Field => (
          <div className={`stack gap-3-5 align-end column-44 ${style.form}`}>
            <HolderFields canKeepNumbers={canKeepNumbers} />
            <fieldset>
              <legend>Authorized people</legend>
              <p className={`quiet ${style.wide}`}>
                {name
                  ? `${name} sees its notes and documents.`
                  : 'An accepted person, who then sees its notes and documents.'}{' '}
                Others can be added afterward, which takes a second person.
              </p>
              <Field name="email" type="email" defaultValue={email} />
              <Field name="right" defaultValue="owner">
                <Options of={acting} />
              </Field>
            </fieldset>
          </div>
        )}
      </CommandForm>
    </section>
  )
}
