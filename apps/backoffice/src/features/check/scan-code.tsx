import { Button } from 'primereact/button';
import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import { failureText } from '../../shared/failures.js';
import { TEXTS } from '../../shared/texts/check.js';
import { useScanCodeMutation } from './api.js';
import { createCodeReader, type ReadCode } from './code-reader.js';

const words = TEXTS.check;

const READ_EVERY_MS = 200;
/** A code that was refused is not asked for again while it stays in the picture. */
const SAME_CODE_MS = 4_000;

type Camera = 'starting' | 'on' | 'denied';

/** Shows what the camera sees, and calls `onText` with each code in it. */
const CameraView = ({
  onText,
  onCamera,
}: {
  onText: (text: string) => void;
  onCamera: (camera: Camera) => void;
}): ReactElement => {
  const video = useRef<HTMLVideoElement>(null);
  const told = useEffectEvent(onText);
  const state = useEffectEvent(onCamera);
  useEffect(() => {
    const stopping = new AbortController();
    const isStopped = (): boolean => stopping.signal.aborted;
    let stream: MediaStream | null = null;
    const readOnce = async (read: ReadCode): Promise<void> => {
      const element = video.current;
      const text = element === null ? null : await read(element).catch(() => null);
      if (text !== null && !isStopped()) told(text);
    };
    const run = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isStopped() || video.current === null) return;
      video.current.srcObject = stream;
      await video.current.play();
      state('on');
      const read = await createCodeReader();
      while (!isStopped()) {
        await readOnce(read);
        await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
      }
    };
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    run()
      .catch(() => {
        if (!isStopped()) state('denied');
      })
      .finally(stop);
    return () => {
      stopping.abort();
      stop();
    };
  }, []);
  return <video ref={video} className="check-camera" muted playsInline aria-label={words.camera} />;
};

/** Scans the code of a car, and calls `onCar` with whose it is. */
export const ScanCode = ({
  eventId,
  onCar,
}: {
  eventId: number;
  onCar: (invitationId: number) => void;
}): ReactElement => {
  const [isOpen, setIsOpen] = useState(false);
  const [camera, setCamera] = useState<Camera>('starting');
  const [failure, setFailure] = useState<string | null>(null);
  const [scanCode] = useScanCodeMutation();
  const last = useRef({ text: '', at: -Infinity });
  // On plain http a browser gives no camera.
  const hasCamera = (navigator as Partial<Navigator>).mediaDevices !== undefined;

  const onText = (code: string): void => {
    const now = performance.now();
    if (last.current.text === code && now - last.current.at < SAME_CODE_MS) return;
    last.current = { text: code, at: now };
    scanCode({ eventId, code })
      .unwrap()
      .then(
        ({ InvitationId }) => {
          setIsOpen(false);
          onCar(InvitationId);
        },
        (error: unknown) => setFailure(failureText(error)),
      );
  };
  const toggle = (): void => {
    setIsOpen(!isOpen);
    setCamera('starting');
    setFailure(null);
    last.current = { text: '', at: -Infinity };
  };
  const said = camera === 'denied' ? words.noCamera : (failure ?? words.scanLead);

  return (
    <div className="check-scan">
      {hasCamera ? (
        <Button
          label={isOpen ? words.stopScan : words.scan}
          icon="pi pi-qrcode"
          outlined
          aria-expanded={isOpen}
          onClick={toggle}
        />
      ) : (
        <p>{words.noCamera}</p>
      )}
      {isOpen && (
        <>
          <p role="status">{said}</p>
          {camera !== 'denied' && <CameraView onText={onText} onCamera={setCamera} />}
        </>
      )}
    </div>
  );
};
