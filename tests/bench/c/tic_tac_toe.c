/* Tic-tac-toe on an array of nine squares. */

#include "playouts.h"

static const int LINES[8][3] = {
    {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
};

static int has_line(const int board[9], int player) {
    for (int i = 0; i < 8; i++)
        if (board[LINES[i][0]] == player && board[LINES[i][1]] == player && board[LINES[i][2]] == player) return 1;
    return 0;
}

static int play(void) {
    int board[9] = {0}, player = 1;
    for (int moves = 0;; player = 3 - player) {
        int free[9], n = 0;
        for (int square = 0; square < 9; square++)
            if (board[square] == 0) free[n++] = square;
        if (n == 0) return moves;
        board[free[below(n)]] = player;
        moves++;
        if (has_line(board, player)) return moves;
    }
}
