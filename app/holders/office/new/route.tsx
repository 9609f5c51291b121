import { href, redirect } from 'react-router'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandField } from '../../../shell/commands/command-field.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { PageName } from '../../../shell/office/page-name.tsx'
import { loadOne } from '../../../shell/portal/one-page.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { addHolderCommand } from '../../holders.commands.ts'
import { memberRights } from '../../holders.ts'
import { useHolderFields } from '../holder-fields.tsx'
import style from '../holders.module.css'
import type { Route } from './+types/route'

/** Loads the new holder's person; the query may have `person`, an id. */
export const loader = loadOne(async ({ actor, operations }, _, query) => {
  const id = query.get('person')
  const person = id ? await operations.getUserForAdmin(actor, id) : undefined
  return {
    email: person?.email,
    name: person?.fullName ?? undefined,
    canStoreNumbers: operations.canStoreNumbers(),
  }
})

export const action = commandActions([addHolderCommand], {
  redirectTo: () => href('/profile/admin/holders/new'),
  after: {
    [addHolderCommand.name]: ({ id }: { id: string }) => redirect(href('/profile/admin/holders/:id', { id })),
  },
})

const { viewer: _, ...acting } = memberRights

/** A form for a new name on the register, with its first member. */
export default function NewHolderPage({ loaderData: { email, name, canStoreNumbers } }: Route.ComponentProps) {
  const { fields, layout } = useHolderFields(canStoreNumbers)
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
        layout={layout}
        fields={{ ...fields, email: <FirstMember email={email} name={name} />, right: null }}
      />
    </section>
  )
}

function FirstMember({ email, name }: { email: string | undefined; name: string | undefined }) {
  return (
    <fieldset>
      <legend>Authorized people</legend>
      <p className={`quiet ${style.wide}`}>
        {name ? `${name} sees its notes and documents.` : 'An accepted person, who then sees its notes and documents.'}{' '}
        Others can be added afterward, which takes a second person.
      </p>
      <CommandField name="email" defaultValue={email} />
      <CommandField name="right" defaultValue="owner">
        <Options of={acting} />
      </CommandField>
    </fieldset>
  )
}
