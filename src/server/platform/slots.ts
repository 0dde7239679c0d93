/** A bound on work that runs at the same time, with a queue that is bounded in length and in time. */

/** The queue is full, or the wait was too long: nothing is wrong with the request, which may be sent again. */
export class SlotsBusy extends Error {
  readonly code = 'UNAVAILABLE'
}

export interface SlotLimits {
  /** So many at the same time. */
  size: number
  maxWaiting: number
  maxWaitMs: number
}

export class Slots {
  readonly #limits: SlotLimits
  readonly #waiting: { start: () => void }[] = []
  #running = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#acquire()
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.start()
    }
  }

  async #acquire(): Promise<void> {
    const { size, maxWaiting, maxWaitMs } = this.#limits
    if (this.#running < size && this.#waiting.length === 0) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= maxWaiting) throw new SlotsBusy('Too many requests are waiting')
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        start: () => {
          clearTimeout(timer)
          this.#running += 1
          resolve()
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(new SlotsBusy('No slot became free in time'))
      }, maxWaitMs)
      this.#waiting.push(waiter)
    })
  }
}

/** Slots by name: each name has its own bound, and names that are not in use take no memory. */
export class NamedSlots {
  readonly #limits: SlotLimits
  readonly #byName = new Map<string, Slots>()

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const slots = this.#byName.get(name) ?? new Slots(this.#limits)
    this.#byName.set(name, slots)
    try {
      return await slots.run(work)
    } finally {
      if (slots.isIdle && this.#byName.get(name) === slots) this.#byName.delete(name)
    }
  }
}
