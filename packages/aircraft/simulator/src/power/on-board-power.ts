import { STATE, type StateArchive } from '@kitestring/base/state-archive.ts';
import type { SimulatorParameters } from '../parameters.ts';
import type { StepRates } from '../step-rates.ts';

/** Power of the Kite and of its camera: each is ready some time after it has got power. */
export class OnBoardPower {
  /** Switched by hand: the Kite runs while it is also supplied. */
  isKiteSwitchedOn = true;
  isCameraOn = true;
  #isKiteRunning = true;
  #kiteReadyStep = 0;
  #cameraReadyStep = 0;
  readonly #kiteBootSteps: number;
  readonly #cameraBootSteps: number;
  readonly #time: { readonly stepCount: number };

  constructor({ flight, gimbal }: SimulatorParameters, rates: StepRates, time: { readonly stepCount: number }) {
    this.#kiteBootSteps = rates.steps(flight.bootS);
    this.#cameraBootSteps = rates.steps(gimbal.cameraBootS);
    this.#time = time;
  }

  [STATE](archive: StateArchive): void {
    archive.own(this);
    [this.#isKiteRunning, this.#kiteReadyStep] = archive.all(this.#isKiteRunning, this.#kiteReadyStep);
    this.#cameraReadyStep = archive.of(this.#cameraReadyStep);
  }

  get kiteReadyStep(): number {
    return this.#kiteReadyStep;
  }

  /** True when the Kite is on and sends data. */
  get isKiteReady(): boolean {
    return this.#isKiteRunning && this.#time.stepCount >= this.#kiteReadyStep;
  }

  get isCameraReady(): boolean {
    return this.isKiteReady && this.isCameraOn && this.#time.stepCount >= this.#cameraReadyStep;
  }

  /** @returns what has just happened to the Kite, if anything */
  update(isKiteSupplied: boolean): 'started' | 'stopped' | undefined {
    const isRunning = this.isKiteSwitchedOn && isKiteSupplied;
    if (isRunning === this.#isKiteRunning) return undefined;
    this.#isKiteRunning = isRunning;
    if (!isRunning) return 'stopped';
    this.#kiteReadyStep = this.#time.stepCount + this.#kiteBootSteps;
    this.#cameraReadyStep = this.#kiteReadyStep + this.#cameraBootSteps;
    return 'started';
  }

  setCameraPower(isOn: boolean): void {
    if (isOn === this.isCameraOn) return;
    this.isCameraOn = isOn;
    if (isOn) this.restartCamera();
  }

  /** The camera has just been powered. */
  restartCamera(): void {
    this.#cameraReadyStep = Math.max(this.#cameraReadyStep, this.#time.stepCount + this.#cameraBootSteps);
  }
}
