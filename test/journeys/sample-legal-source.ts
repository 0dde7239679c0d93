/** A fictitious legal source that the journeys import and ask about; its content is in no other source. */

const order = (hour: string): string => `## Part 1 — The lamp

### Article 1 — Lighting

1. The keeper shall light the harbour lamp ${hour} before sunset.

2. Before lighting it the keeper shall look at:

(a) the wick of the lamp;

(b) the oil that is left in the lamp.

### Article 2 — Trimming

The keeper shall trim the wick of the harbour lamp at midnight.

## Part 2 — Failure

### Article 3 — A lamp that goes out

1. Where the harbour lamp goes out, the keeper shall tell the harbour master within 21 minutes.

2. The harbour master may ask a boat to stand by until the lamp burns again.
`

const about = {
  docId: 'JOURNEY-harbour-lamps',
  title: 'Harbour Lamps Order',
  kind: 'IE_SI',
  sourceUrl: 'https://lamps.example/order',
  licence: 'Free to use',
  attribution: 'Written for the journeys.',
} as const

/** As it was, and as it is. */
export const SAMPLE_LEGAL_SOURCES = [
  { ...about, versionDate: '2020-01-01', text: order('two hours') },
  { ...about, versionDate: '2024-01-01', text: order('one hour') },
] as const
