/** Loaded before a program (`node --import`): its clock differs from the real one by the milliseconds in the file CLOCK_SHIFT_FILE. */
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const RealDate = Date
let shiftMs = 0
const readShift = () => {
  try {
    const readMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8'))
    if (readMs === shiftMs) return
    shiftMs = readMs
    if (isMainThread) writeFileSync(`${process.env.CLOCK_SHIFT_FILE}.read`, String(shiftMs))
  } catch {
    // The file is being written: the former shift holds.
  }
}
readShift()
setInterval(readShift, 20).unref()

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...parts)
  }
  static now() {
    return RealDate.now() + shiftMs
  }
}
