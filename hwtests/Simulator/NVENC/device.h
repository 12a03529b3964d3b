#ifndef SWAGE_SIMULATOR_NVENC_DEVICE_H
#define SWAGE_SIMULATOR_NVENC_DEVICE_H

#include "settings.h"

// What the simulated NVIDIA device is like, from the environment variable SWAGE_SIM_NVENC (see ../Common/settings.h for
// how the text is written). The entries:
//
//   devices=1               how many devices there are; with 0, cuInit succeeds and finds none
//   name=TEXT               their name (Swage Simulated GPU)
//   compute-capability=8.6  their generation
//   driver-version=11040    what cuDriverGetVersion answers (11040 is CUDA 11.4)
//   cuda-init=ok            ok; fail (CUDA_ERROR_NO_DEVICE); crash (a real SIGSEGV); hang (never returns)
//   api-version=11.1        the newest NVENC interface of the driver, by default that of the headers it was built with
//   codecs=h264,hevc        what it encodes
//   depths=8,10             bits per sample; 10 is for HEVC only, as with NVIDIA
//   max-width=4096  max-height=4096  min-width=145  min-height=49
//   b-frames=0              the largest number of consecutive B-frames
//   lookahead=0             1: rate control can look ahead
//   rate-control=constqp,vbr,cbr
//   session-limit=0         how many sessions may be open at once in this process; 0 is no limit. One more is answered
//                           with OUT_OF_MEMORY, as drivers of consumer cards do.
//   decode=                 what libnvcuvid decodes, of h264 and hevc; by default nothing
//   fault=CALL@WHEN:ACTION  may be given several times
//     CALL    an NVENC function without NvEnc (EncodePicture, LockBitstream, OpenEncodeSessionEx ...),
//             GetMaxSupportedVersion or CreateInstance, or a CUDA function as it is called (cuCtxCreate,
//             cuMemcpy2DAsync ...; without _v2).
//     ACTION  an NVENC status without NV_ENC_ERR_ (GENERIC, ENCODER_BUSY ...), a CUDA error number (2, 700 ...), hang,
//             crash, and for EncodePicture and LockBitstream also
//             garbage        the packet of the picture is of plausible length and means nothing
//             bad-bitstream  the packet ends at half of its length
//             lost           the packet is never handed out: LockBitstream answers LOCK_BUSY
//     frameN counts the calls of EncodePicture that bring a picture. One that is answered with ENCODER_BUSY comes again
//     and counts again.
//     The functions of libnvcuvid are called CuvidDecodePicture, CuvidMapVideoFrame (without 64) and so on. They fail with
//     CUDA error numbers, and frameN counts the pictures that CuvidDecodePicture was given. garbage there is noise
//     instead of the picture.
//
// The libraries share one set of settings, which lives in libcuda.so.1.
__attribute__((visibility("default"))) sim_settings *sim_nvenc_settings(void);
// The same text for decoders, for the counting.
__attribute__((visibility("default"))) sim_settings *sim_nvdec_settings(void);

// Reads the environment anew where it has changed since, so that tests in one process can change the device. The counts
// of faults begin from nothing then.
__attribute__((visibility("default"))) void sim_nvenc_refresh_settings(void);

// Whether this is a CUDA context that was made and not yet destroyed; sessions need one.
__attribute__((visibility("default"))) bool sim_cuda_context_exists(const void *context);
// Whether a context is current on this thread.
__attribute__((visibility("default"))) bool sim_cuda_has_context(void);

#endif
