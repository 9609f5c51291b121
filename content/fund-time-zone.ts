/** Where the fund is: its hours for calls, and times in mail and on paper, are told in this zone (an IANA name). */
export const timeZone = 'America/Chicago'
