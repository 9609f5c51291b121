/** The disqualifying events, by their paragraph of 17 CFR 230.506(d)(1). */
export type CoveredEvent = 'i' | 'ii' | 'iii' | 'iv' | 'v' | 'vi' | 'vii' | 'viii'

export type CoveredPersonsSettings = {
  /** Whether a sale is refused while the register of covered persons isn't current. It binds once someone is on it. */
  requireCoveredPersons: boolean
  /** Months after which a questionnaire has to be confirmed or answered again, at most 12. */
  bringDownMonths: number
  /** Days before that when a reminder is sent. */
  remindDays: number
  /** Years for which a signed document of the register is retained. */
  keepYears: number
  /** Stored with each signature. */
  version: string
  questions: Readonly<Record<CoveredEvent, string>>
  /** Below the answers. {name}, {capacity} and {fund} are filled in. */
  declaration: string
  /** What a bring-down states. {day} is the day of the questionnaire it confirms. */
  bringDown: string
}
