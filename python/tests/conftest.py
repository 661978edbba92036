"""What all tests need."""

import signal

# A process that was started in the background may ignore interrupts, and so may those that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
