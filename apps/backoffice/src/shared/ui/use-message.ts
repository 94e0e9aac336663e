import { useEffect } from 'react';
import { useLocation, useNavigate, useParams, type Location } from 'react-router-dom';
import { useNotices } from './notices.js';

/** The address of a screen that shows this text when it opens: its route ends in `/:message?`. */
export const withMessage = (screen: string, text: string): string => `${screen}/${encodeURIComponent(text)}`;

/** Shows the message in the address once and removes it. Only our own texts are shown: anybody can write an address. */
export const useMessage = (own: string, screen: string): void => {
  const { message } = useParams();
  const navigate = useNavigate();
  const notices = useNotices();
  useEffect(() => {
    if (message === undefined) return;
    if (message === own) notices.success(own);
    void navigate(screen, { replace: true });
  }, [message, own, screen, navigate, notices]);
};

/** Navigates to another screen, which shows this text when it opens: it must call `useArrivalMessage`. */
export const useArrival = (): ((screen: string, text: string) => void) => {
  const navigate = useNavigate();
  return (screen, text) => void navigate(screen, { state: { arrivalMessage: text } });
};

/** Shows the message of the previous screen. Unlike an address, nobody else can write it. */
export const useArrivalMessage = (): void => {
  const { pathname, search, state } = useLocation() as Location<{ arrivalMessage?: string } | null>;
  const navigate = useNavigate();
  const notices = useNotices();
  const arrivalMessage = state?.arrivalMessage;
  useEffect(() => {
    if (arrivalMessage === undefined) return;
    notices.success(arrivalMessage);
    void navigate(`${pathname}${search}`, { replace: true });
  }, [arrivalMessage, pathname, search, navigate, notices]);
};
