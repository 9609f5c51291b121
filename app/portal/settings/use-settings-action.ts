import { type FormAction, useAction } from '../../actions/use-action.ts'
import { useSession } from '../../session.tsx'
import type { SettingsAnswer } from './settings-actions.ts'

/** Where every form of the settings is sent. */
export const settingsAddress = '/profile/settings'

/**
 * Sends forms of the settings. What changes a person's name or address reaches the header and every other tab.
 * @param onNotice hears good news, once for each answer
 */
export function useSettingsAction(onNotice: (notice: string) => void): FormAction<SettingsAnswer> {
  const { refresh } = useSession()
  return useAction<SettingsAnswer>(({ notice, userChanged }) => {
    if (notice) onNotice(notice)
    if (userChanged) refresh('USER_UPDATED')
  })
}
