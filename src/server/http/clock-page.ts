/** The clock of a development installation: forward by days, so that people can watch deadlines come up. Never mounted in production. */
import { formatCount } from '../../contract/value-format.ts'
import { type MovableClock, toDublinDate } from '../platform/clock.ts'
import { html, type Markup, trustMarkup } from './markup.ts'
import { PAGE_STYLE } from './page-style.ts'

const STEPS = [1, 7, 30, 90, 365]

export const renderClockPage = (clock: MovableClock, nonce: string): string =>
  html`<!doctype html>
<html lang="en-IE">
<head><meta charset="utf-8"><title>Clock</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${trustMarkup(PAGE_STYLE)}</style></head>
<body><main>
<h1>It is ${toDublinDate(clock.now())}</h1>
<p>${clock.daysAhead === 0 ? 'The clock of this machine.' : html`${clock.daysAhead} days ahead of this machine.`}
Only a development installation has this page. Records made while the clock is ahead keep their dates when it goes back; sessions end after 30 days.</p>
${STEPS.map((days) => renderMover(clock.daysAhead + days, html`${formatCount(days, 'day')} on`))}
${clock.daysAhead > 0 ? renderMover(0, html`Back to this machine`) : ''}
<p>The jobs do not run by themselves: call <code>POST /api/cron/obligations</code>, <code>contributions</code> and <code>reminders</code> with the CRON_TOKEN that was printed at the start.</p>
</main></body></html>`.toString()

const renderMover = (to: number, label: Markup): Markup =>
  html`<form method="post" action="/clock"><button name="daysAhead" value="${to}">${label}</button></form>`
